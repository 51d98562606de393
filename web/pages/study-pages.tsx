import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { PeerOverView, PeerView } from '../../src/http/views/peer-view.ts'
import type { StudyOfferView, StudyOverView, StudyView } from '../../src/http/views/study-view.ts'
import { renderDocument } from './document.tsx'
import pageStyles from './pages.css?inline'
import { PeerOverPage, PeerPage } from './peer-page.tsx'
import { renderPlainPage } from './plain-page.ts'
import shareStyles from './share.css?inline'
import studyStyles from './study.css?inline'
import { LinkedStudyPage, StudyOfferPage, StudyOverPage, studyTitle } from './study.tsx'

/** `/take/study`: offers the study and sends its link. */
export function renderStudyOffer(view: StudyOfferView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: studyTitle(view),
    styles: pageStyles + shareStyles,
    body: <StudyOfferPage view={view} />,
  })
}

/** `/study/{link}`: consent, participation and the second answers. */
export function renderStudy(view: StudyView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: studyTitle(view),
    styles: pageStyles + studyStyles,
    body: <LinkedStudyPage view={view} />,
  })
}

/** `/study/{link}` without a study behind it. */
export function renderStudyOver(view: StudyOverView): RenderedPage {
  return renderPlainPage(view, studyTitle(view), <StudyOverPage view={view} />)
}

/** `/study/peer/{link}`: questions for someone who knows the person. */
export function renderPeer(view: PeerView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: studyTitle(view),
    styles: pageStyles + studyStyles,
    body: <PeerPage view={view} />,
  })
}

/** `/study/peer/{link}` without anything to answer. */
export function renderPeerOver(view: PeerOverView): RenderedPage {
  return renderPlainPage(view, studyTitle(view), <PeerOverPage view={view} />)
}
