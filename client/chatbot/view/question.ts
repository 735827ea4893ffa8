import type { Question, SentFile } from '../state/conversation.ts'
import { toBlobUrl } from '../uploads/data-url.ts'
import { h, setAttribute, slot } from './dom.ts'
import { icon } from './icons.ts'
import { timeOf, type View } from './view.ts'

export function createQuestion(view: View, chatId: string) {
  const { texts, language } = view
  const body = slot((text: string, files: Question['files']) => [
    sentFiles(files, chatId, view),
    text !== '' && h('p', { class: 'plain' }, text),
  ])
  const time = h('time')
  const note = h('span', {}, `${texts.transcribed} · `)
  const element = h(
    'article',
    { class: 'question' },
    h('div', { class: 'bubble' }, body.element),
    h('div', { class: 'under' }, note, time),
  )

  function update({ text, files, date }: Question) {
    setAttribute(element, 'aria-label', texts.messageOf(texts.you, timeOf(date, language)))
    body.update(text, files)
    note.hidden = text === '' || !files.some(isSound)
    time.dateTime = date
    time.textContent = timeOf(date, language)
  }

  return { element, update }
}

function isSound({ type, mime }: SentFile) {
  return type === 'audio' || mime.startsWith('audio/')
}

export function sentFiles(files: Question['files'], chatId: string, view: View) {
  return (
    files.length > 0 &&
    h('ul', { class: 'sent' }, ...files.map((file) => h('li', {}, sentFile(file, chatId, view))))
  )
}

function sentFile(file: SentFile, chatId: string, { api, texts }: View) {
  const { name, mime, data } = file
  const isHere = data?.startsWith('data:') === true
  if (isSound(file)) {
    const src = isHere ? toBlobUrl(data) : api.fileUrl(chatId, name)
    return h('audio', { controls: true, src, preload: 'metadata', 'aria-label': texts.voiceMessage })
  }
  const src = isHere ? data : api.fileUrl(chatId, name)
  return mime.startsWith('image/')
    ? h('img', { src, alt: texts.image(name), loading: 'lazy' })
    : h('a', { class: 'file', href: src, download: name }, icon('document'), name)
}
