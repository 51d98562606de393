import { saveFile } from '../ui/save-file.ts'
import type { Scene } from './scene.ts'

const [margin, headHeight, scale] = [24, 64, 2]

/** Saves the chart as a PNG with its title, the period and the account, in the colors of the page. */
export async function savePicture(
  file: string,
  scene: Scene,
  { title, note }: { title: string; note: string },
): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: (scene.width + 2 * margin) * scale,
    height: (scene.height + headHeight + 2 * margin) * scale,
  })
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser draws no pictures.')
  const style = getComputedStyle(document.documentElement)
  const color = (token: string) => style.getPropertyValue(token).trim()
  drawing.scale(scale, scale)
  drawing.fillStyle = color('--paper')
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.translate(margin, margin)
  const family = getComputedStyle(document.body).fontFamily
  const write = (text: string, x: number, y: number, font: string, token: string) => {
    drawing.font = `${font} ${family}`
    drawing.fillStyle = color(token)
    drawing.fillText(text, x, y, scene.width)
  }
  write(title, 0, 18, '500 18px', '--text')
  write(note, 0, 42, '400 13px', '--muted')
  drawing.translate(0, headHeight)
  drawing.fillStyle = color('--line')
  for (const { x1, x2, y } of scene.rules) drawing.fillRect(x1, y - 0.5, x2 - x1, 1)
  for (const { shapes } of scene.marks) {
    for (const { x, y, width, height, token, opacity = 1 } of shapes) {
      drawing.globalAlpha = opacity
      drawing.fillStyle = color(token)
      drawing.fillRect(x, y, width, height)
    }
  }
  drawing.globalAlpha = 1
  for (const { x, y, text, anchor, isStrong } of scene.words) {
    drawing.textAlign = anchor === 'middle' ? 'center' : anchor
    write(text, x, y, '400 13px', isStrong ? '--text' : '--muted')
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser made no picture.')
  saveFile(file, [blob], 'image/png')
}
