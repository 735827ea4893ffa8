import { type Answer, type Exchange, isOpen, type ToolUse } from '../state/conversation.ts'
import { sourcesOf } from '../state/sources.ts'
import { createActions } from './actions.ts'
import { h, setAttribute, slot } from './dom.ts'
import { answerMark, icon } from './icons.ts'
import { madeFiles } from './made-files.ts'
import { renderMarkdown } from './markdown.ts'
import { openSource } from './source-dialog.ts'
import { failureText, timeOf, type View } from './view.ts'
import { createWait } from './wait.ts'

export type AnswerView = { element: HTMLElement; update(exchange: Exchange, isLast: boolean): void }

export function createAnswer(view: View, key: string): AnswerView {
  const { texts, settings } = view
  const { showSources, showTools } = settings.appearance
  const thinking = slot((text: string, isDone: boolean) => (text ? [thoughts(text, isDone, view)] : []))
  const tools = slot((used: Answer['tools']) => (showTools ? used.map((tool) => toolRow(tool, view)) : []))
  const body = createBody(view)
  const activity = slot((calling: Answer['calling'], isBlank: boolean) => [
    activityOf(calling, isBlank, view),
  ])
  const sources = slot((found: Answer['sources'], isDone: boolean) =>
    showSources && isDone ? [sourceChips(found, view)] : [],
  )
  const files = import.meta.env.WIDGET
    ? undefined
    : slot((made: Answer['files'] = [], isDone = false) => (isDone ? madeFiles(made, view) : []))
  const wait = slot((asked: Answer['wait'], isLast: boolean) =>
    asked ? [createWait(view, asked, isLast)] : [],
  )
  const note = slot((state: Answer['state'], failure: Answer['failure'], isLast: boolean) => [
    noteOf({ state, failure }, isLast, view),
  ])
  const actions = createActions(view, key)
  const element = h(
    'article',
    { class: 'answer' },
    answerMark(),
    h(
      'div',
      { class: 'answer-body' },
      ...[thinking.element, tools.element, body.element, activity.element],
      ...[files?.element, sources.element],
      ...[wait.element, note.element, actions.element],
    ),
  )

  function update({ answer, question }: Exchange, isLast: boolean) {
    const { state, text, date } = answer
    const isDone = !isOpen(answer)
    element.hidden = isDone && answer.isSilent === true && text === ''
    setAttribute(element, 'aria-label', texts.messageOf(texts.bot, timeOf(date, view.language)))
    setAttribute(element, 'aria-busy', !isDone && 'true')
    thinking.update(answer.thinking, isDone || text !== '')
    tools.update(answer.tools)
    body.update(text, !isDone)
    activity.update(answer.calling, !isDone && text === '')
    files?.update(answer.files, isDone)
    sources.update(answer.sources, isDone)
    wait.update(answer.wait, isLast && isDone)
    // What AI had written when a person took over.
    note.update(isDone && answer.isSilent ? 'stopped' : state, answer.failure, isLast)
    actions.update(answer, { isLast, canAskAgain: question.files.every(({ data }) => data !== undefined) })
  }

  return { element, update }
}

/** The text, rendered at most once per frame while it arrives. */
function createBody({ texts, signal }: View) {
  const element = h('div', { class: 'md' })
  let shown = ''
  let pending: { text: string; isWriting: boolean } | undefined

  function paint() {
    if (pending && !signal.aborted) {
      const { text, isWriting } = pending
      pending = undefined
      setAttribute(element, 'data-writing', isWriting && text !== '')
      if (text !== shown) {
        shown = text
        element.replaceChildren(...renderMarkdown(text, texts))
      }
    }
  }

  function update(text: string, isWriting: boolean) {
    const isWaiting = pending !== undefined
    pending = { text, isWriting }
    if (!isWriting) {
      paint()
    } else if (!isWaiting) {
      requestAnimationFrame(paint)
    }
  }

  return { element, update }
}

function activityOf(calling: Answer['calling'], isBlank: boolean, { texts, settings }: View) {
  const tool = settings.appearance.showTools ? calling.at(-1) : undefined
  if (tool) {
    return h('p', { class: 'activity' }, texts.calling(tool))
  }
  return isBlank || calling.length > 0
    ? h('span', { class: 'dots', role: 'img', 'aria-label': texts.waiting }, h('i'), h('i'), h('i'))
    : undefined
}

function thoughts(text: string, isDone: boolean, { texts }: View) {
  return h(
    'details',
    { class: 'fold' },
    h('summary', {}, isDone ? texts.thought : texts.thinking, icon('chevron', 14)),
    h('p', { class: 'plain' }, text),
  )
}

function toolRow({ tool, input, output, isError }: ToolUse, { texts }: View) {
  const part = (label: string, value: unknown) => [
    h('dt', {}, label),
    h('dd', {}, typeof value === 'string' ? value : JSON.stringify(value, null, 1)),
  ]
  return h(
    'details',
    { class: 'fold', 'data-failed': isError },
    h('summary', {}, isError ? texts.toolFailed(tool) : texts.called(tool), icon('chevron', 14)),
    h('dl', {}, ...part(texts.toolInput, input), ...part(texts.toolOutput, output)),
  )
}

function sourceChips(found: Answer['sources'], view: View) {
  const sources = sourcesOf(found)
  if (sources.length === 0) {
    return undefined
  }
  const { texts } = view
  return h(
    'ol',
    { class: 'sources', 'aria-label': texts.sources },
    ...sources.map((source, index) =>
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', onclick: () => openSource(view, source) },
          h('b', {}, String(index + 1)),
          source.page ? texts.sourcePage(source.name, source.page) : source.name,
        ),
      ),
    ),
  )
}

function noteOf({ state, failure }: Pick<Answer, 'state' | 'failure'>, isLast: boolean, view: View) {
  const { texts, chat } = view
  if (state === 'stopped' || state === 'cut') {
    return h('p', { class: 'note' }, texts[state])
  }
  return failure
    ? h(
        'div',
        { class: 'failure', role: 'alert' },
        h('p', {}, failureText(failure, texts)),
        isLast &&
          h(
            'button',
            { type: 'button', class: 'plain-button', onclick: chat.askAgain },
            icon('again'),
            texts.retry,
          ),
      )
    : undefined
}
