#!/usr/bin/python3
"""A WebKitGTK window without bars, for WebKitWebDriver.

MiniBrowser would do, but its bar makes windows wider than a phone, and under automation it prints no console.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

# Windows of ephemeral sessions print no console. The folder is that of the caller.
folder = os.environ["HOME"]
data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
context = WebKit2.WebContext(website_data_manager=data)
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    version = WebKit2.get_major_version, WebKit2.get_minor_version, WebKit2.get_micro_version
    info.set_version(*(number() for number in version))
    session.set_application_info(info)
    session.connect("create-web-view", open_window)


def open_window(_session):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.add(view)
    window.set_default_size(800, 600)
    window.connect("destroy", Gtk.main_quit)
    # Nobody manages the windows of this screen, so they take the keyboard themselves.
    window.connect("map-event", lambda *_: window.get_window().focus(0))
    window.show_all()
    view.grab_focus()
    return view


context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
