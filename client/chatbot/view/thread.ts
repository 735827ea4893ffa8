import { type Exchange, isOpen } from '../state/conversation.ts'
import { type AnswerView, createAnswer } from './answer.ts'
import { h, replaceChildren, watch } from './dom.ts'
import { createHandWritten, createTyping } from './hand-written.ts'
import { answerMark, icon } from './icons.ts'
import { createLeadForm } from './lead-form.ts'
import { createQuestion } from './question.ts'
import { failureText, type View } from './view.ts'

/** Distance in px that still counts as being at the end. */
const NEAR_PX = 40

type ExchangeView = {
  question: ReturnType<typeof createQuestion>
  answer: AnswerView
  byHand: ReturnType<typeof createHandWritten>
  shown?: Exchange
  wasLast?: boolean
}

/** The conversation, with its greeting and the questions it suggests. */
export function createThread(view: View) {
  const { chat, signal, texts } = view
  const greeting = h('div', { class: 'greeting' })
  const exchanges = h('div', { class: 'exchanges' })
  const followUps = h('div', { class: 'prompts', role: 'group', 'aria-label': texts.followUps })
  const content = h('div', { class: 'thread' }, greeting, exchanges, createTyping(view), followUps)
  const log = h(
    'div',
    { class: 'log', role: 'log', 'aria-live': 'off', 'aria-label': texts.conversation, tabindex: 0 },
    content,
  )
  const news = h(
    'button',
    { type: 'button', class: 'news', hidden: true, onclick: () => toEnd() },
    ...[texts.newMessages, icon('down', 14)],
  )
  const toEnd = followEnd(log, content, news, signal)
  const views = new Map<string, ExchangeView>()

  function show(list: readonly Exchange[]) {
    const keys = new Set(list.map(({ key }) => key))
    for (const [key, { question, answer, byHand }] of views) {
      if (!keys.has(key)) {
        question.element.remove()
        answer.element.remove()
        byHand.element.remove()
        views.delete(key)
      }
    }
    for (const exchange of list) {
      showExchange(exchange, exchange === list.at(-1))
    }
    showFollowUps(list.at(-1))
  }

  function showExchange(exchange: Exchange, isLast: boolean) {
    const known = views.get(exchange.key) ?? addExchange(exchange.key)
    if (known.shown !== exchange || known.wasLast !== isLast) {
      known.shown = exchange
      known.wasLast = isLast
      known.question.update(exchange.question)
      known.answer.update(exchange, isLast)
      known.byHand.update(exchange.byHand)
    }
  }

  function addExchange(key: string): ExchangeView {
    const { chatId } = chat.getState()
    const added = {
      question: createQuestion(view, chatId),
      answer: createAnswer(view, key),
      byHand: createHandWritten(view, chatId),
    }
    views.set(key, added)
    exchanges.append(added.question.element, added.answer.element, added.byHand.element)
    toEnd()
    return added
  }

  function showFollowUps(last: Exchange | undefined) {
    const prompts = last && !isOpen(last.answer) ? last.answer.followUps : []
    followUps.hidden = prompts.length === 0
    replaceChildren(followUps, ...prompts.map((prompt) => promptButton(view, prompt)))
  }

  watch(chat, signal, ({ exchanges: list }) => list, show)
  watch(
    chat,
    signal,
    ({ exchanges: list, needsLead, hasLeftLead }) =>
      needsLead && list.length === 0
        ? 'form'
        : hasLeftLead
          ? 'thanks'
          : list.length === 0
            ? 'prompts'
            : 'plain',
    (state) => replaceChildren(greeting, ...greetingOf(state, view)),
  )
  announce(view, log)
  return [h('div', { class: 'log-frame' }, log, news)]
}

function greetingOf(state: 'form' | 'thanks' | 'prompts' | 'plain', view: View) {
  const { settings, texts, language } = view
  const { leads, starterPrompts } = settings.offers
  const welcome = settings.appearance.texts[language].welcome || texts.greeting
  const said = (sentence: string) =>
    h('div', { class: 'answer' }, answerMark(), h('p', { class: 'answer-body plain' }, sentence))
  return [
    said(welcome),
    state === 'form' && leads && createLeadForm(view, leads),
    state === 'thanks' && said(leads?.successMessage || texts.leadThanks),
    (state === 'prompts' || state === 'thanks') &&
      starterPrompts.length > 0 &&
      h(
        'div',
        { class: 'prompts', role: 'group', 'aria-label': texts.starters },
        ...starterPrompts.map((prompt) => promptButton(view, prompt)),
      ),
  ]
}

function promptButton({ chat, focusInput }: View, prompt: string) {
  const send = () => {
    // The button is removed, so the focus moves first.
    focusInput()
    void chat.send(prompt)
  }
  return h('button', { type: 'button', onclick: send }, prompt)
}

/** Finished answers are read once and whole, not word by word. */
function announce({ chat, signal, texts, announceText }: View, log: HTMLElement) {
  let open: string | undefined
  watch(
    chat,
    signal,
    ({ exchanges }) => exchanges.at(-1),
    (last) => {
      if (last && isOpen(last.answer)) {
        open = last.key
      } else if (last && last.key === open) {
        open = undefined
        const { failure, text } = last.answer
        announceText(failure ? texts.answerFailed(failureText(failure, texts)) : texts.answerReady(text))
      }
      log.ariaBusy = String(open !== undefined)
    },
  )
}

/** Keeps the list scrolled to its end while the reader is there; readers further up see that there is more. */
function followEnd(log: HTMLElement, content: HTMLElement, news: HTMLElement, signal: AbortSignal) {
  let isAtEnd = true
  let lastTop = 0
  let height = 0
  function toEnd() {
    isAtEnd = true
    news.hidden = true
    log.scrollTo({ top: log.scrollHeight })
  }
  // Events of our own scrolling come late, when the list may have grown: only scrolling up leaves the end.
  log.addEventListener('scroll', () => {
    const { scrollHeight, scrollTop, clientHeight } = log
    isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX || (isAtEnd && scrollTop >= lastTop)
    lastTop = scrollTop
    news.hidden ||= isAtEnd
  })
  const observer = new ResizeObserver(() => {
    const isGrown = content.offsetHeight > height
    height = content.offsetHeight
    if (isAtEnd) {
      toEnd()
    } else if (isGrown) {
      news.hidden = false
    }
  })
  observer.observe(log)
  observer.observe(content)
  signal.addEventListener('abort', () => observer.disconnect())
  return toEnd
}
