import { createStore } from 'zustand/vanilla'
import { randomKey } from '#client/api/random-key.ts'
import type { Rating } from '#shared/feedback.ts'
import { toRecord } from '#shared/json.ts'
import type { LeadField } from '#shared/lead-fields.ts'
import type { Upload } from '#shared/uploads.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import type { VisitorEvent } from '#shared/visitor-events.ts'
import { type Attachment, issueOf, settle } from '../uploads/attachment.ts'
import { toDataUrl } from '../uploads/data-url.ts'
import { mediaTypeOf } from '../uploads/media-type.ts'
import { type Answer, applyBody, applyFrame, type Exchange, isOpen, startAnswer } from './conversation.ts'
import { type Device, openExchangeOf, type StoredChat, withChat } from './device.ts'
import { followAnswer } from './follow-answer.ts'
import type { Frame } from './frames.ts'
import { listen } from './listen.ts'
import { type Prediction, Rejection, type VisitorApi } from './visitor-api.ts'

export type ChatState = {
  chatId: string
  exchanges: readonly Exchange[]
  /** Conversations on this device, newest first. */
  chats: readonly StoredChat[]
  needsLead: boolean
  /** The lead form was filled in just now. */
  hasLeftLead: boolean
  attachments: readonly Attachment[]
  connection: 'fine' | 'again'
  isStopping: boolean
  /** An operator answers instead of AI. */
  isByHand: boolean
  /** Name of the operator who has last written or typed. */
  operator: string | undefined
  isTyping: boolean
  /** What has come while the conversation was not shown. */
  unread: number
}

type Options = {
  chat: VisitorChat
  api: VisitorApi
  device: Device
  /** Frames of a spoken answer. */
  onSound?: (frame: Frame) => void
}

/** Operators see for so long that the visitor types, and the other way round. */
const TYPING_MS = 12_000
const REPORT_MS = 3_000
const alone = { isByHand: false, operator: undefined, isTyping: false } as const

type Sending = Pick<Prediction, 'uploads' | 'form' | 'humanInput'>

export function createChat({ chat, api, device, onSound }: Options) {
  const store = createStore<ChatState>(() => {
    const { current: chatId = randomKey(), chats, lead } = device.read()
    return {
      chatId,
      exchanges: chats.find(({ id }) => id === chatId)?.exchanges ?? [],
      chats,
      needsLead: chat.offers.leads !== undefined && lead === undefined,
      hasLeftLead: false,
      attachments: [],
      connection: 'fine',
      isStopping: false,
      unread: 0,
      ...alone,
    }
  })
  const { getState, setState } = store
  let current: AbortController | undefined
  let unlisten: (() => void) | undefined
  let seen: number | undefined
  let forgetTyping: ReturnType<typeof setTimeout> | undefined
  let reportedAt = 0
  let isShown = false

  const openExchange = () => openExchangeOf(getState().exchanges)

  function storeChat() {
    const { chatId, exchanges, unread } = getState()
    const history = withChat(device.read(), {
      ...{ id: chatId, date: new Date().toISOString(), exchanges, seen, unread },
    })
    device.write(history)
    setState({ chats: history.chats })
  }

  function change(key: string, update: (answer: Answer) => Answer) {
    setState(({ exchanges }) => ({
      exchanges: exchanges.map((each) =>
        each.key === key ? { ...each, answer: update(each.answer) } : each,
      ),
    }))
  }

  /** What was said in a recording is known with the answer. */
  function writeDown(key: string, said: unknown) {
    setState(({ exchanges }) => ({
      exchanges: exchanges.map((each) =>
        each.key === key && each.question.text === '' && typeof said === 'string'
          ? { ...each, question: { ...each.question, text: said } }
          : each,
      ),
    }))
  }

  /** Does nothing while another answer is being written. */
  async function send(question: string, { uploads = [], ...more }: Sending = {}) {
    if (openExchange()) {
      return
    }
    const date = new Date().toISOString()
    const key = randomKey()
    const exchange = {
      key,
      question: { text: question, files: uploads, date },
      answer: startAnswer(date),
    }
    setState(({ exchanges }) => ({
      exchanges: [...exchanges.map(withoutOffers), exchange],
      hasLeftLead: false,
    }))
    storeChat()
    endTyping()
    const { chatId } = getState()
    const leadEmail = device.read().lead?.email
    const prediction = {
      ...{ question, chatId, questionId: key, ...more },
      ...(uploads.length > 0 && { uploads }),
      ...(leadEmail && { leadEmail }),
    }
    const following = follow(key, (signal) => api.predict(prediction, signal))
    listenOnce()
    await following
  }

  /** From the first question on: before it there is nobody to hear of. */
  function listenOnce() {
    const { chatId } = getState()
    unlisten ??= listen(() => api.events(chatId, seen), hear)
  }

  function hear(event: VisitorEvent) {
    if (event.event === 'typing') {
      showTyping(event)
      return
    }
    seen = event.sequence
    if (event.event === 'state') {
      setState(event.aiDisabled ? { isByHand: true } : alone)
    } else if (event.isManualMessage) {
      addHandWritten(event)
    }
    storeChat()
  }

  function showTyping({ operatorName: operator, isTyping }: TypingEvent) {
    if (isTyping) {
      clearTimeout(forgetTyping)
      setState({ operator, isTyping })
      forgetTyping = setTimeout(() => setState({ isTyping: false }), TYPING_MS)
    } else if (operator === getState().operator) {
      setState({ isTyping })
    }
  }

  function addHandWritten({ id, operatorName: name = '', ...event }: WrittenEvent) {
    const { content: text, createdDate: date, fileUploads: files } = event
    const { exchanges } = getState()
    const last = exchanges.at(-1)
    if (last && !exchanges.some(({ byHand = [] }) => byHand.some((each) => each.id === id))) {
      const byHand = [...(last.byHand ?? []), { id, name, text, date, files }]
      setState({
        exchanges: [...exchanges.slice(0, -1), { ...last, byHand }],
        operator: name,
        isTyping: false,
      })
      countNews()
    }
  }

  function countNews() {
    setState(({ unread }) => ({ unread: unread + 1 }))
    look()
  }

  /** Operators learn what was shown. */
  function look() {
    const { chatId, unread } = getState()
    if (isShown && unread > 0) {
      setState({ unread: 0 })
      storeChat()
      if (seen) {
        api.reportSeen(chatId, seen).catch(() => undefined)
      }
    }
  }

  /** Operators see that the visitor types, while they answer. */
  function reportTyping() {
    const { chatId, isByHand } = getState()
    if (isByHand && Date.now() - reportedAt > REPORT_MS) {
      reportedAt = Date.now()
      api.reportTyping(chatId, true).catch(() => undefined)
    }
  }

  function endTyping() {
    if (reportedAt > 0) {
      reportedAt = 0
      api.reportTyping(getState().chatId, false).catch(() => undefined)
    }
  }

  function stopListening() {
    clearTimeout(forgetTyping)
    unlisten?.()
    unlisten = undefined
    reportedAt = 0
  }

  async function follow(key: string, request?: (signal: AbortSignal) => Promise<Response>) {
    const { chatId } = getState()
    const controller = new AbortController()
    const { signal } = controller
    current = controller
    try {
      const isComplete = await followAnswer({
        signal,
        request: request && (() => request(signal)),
        rejoin: () => api.rejoin(chatId, key, signal),
        onBegin() {
          setState({ connection: 'fine' })
          change(key, ({ date }) => startAnswer(date))
        },
        onFrame(frame) {
          change(key, (answer) => applyFrame(answer, frame))
          if (frame.event === 'metadata') {
            writeDown(key, toRecord(frame.data).question)
          }
          if (frame.event.startsWith('tts_')) {
            onSound?.(frame)
          }
        },
        onBody(body) {
          change(key, (answer) => applyBody(answer, body))
          writeDown(key, toRecord(body).question)
        },
        onLost: () => setState({ connection: 'again' }),
      })
      if (!isComplete && !signal.aborted) {
        change(key, breakOff)
      }
    } catch (error) {
      change(key, (answer) => fail(answer, error))
    } finally {
      if (current === controller) {
        settleAnswer(key)
      }
    }
  }

  function settleAnswer(key: string) {
    if (getState().isStopping) {
      change(key, (answer) => ({ ...answer, state: 'stopped', calling: [], failure: undefined }))
    }
    current = undefined
    setState({ isStopping: false, connection: 'fine' })
    const settled = getState().exchanges.find((each) => each.key === key)
    if (!isShown && settled?.answer.text) {
      countNews()
    }
    storeChat()
  }

  async function stop() {
    if (!openExchange()) {
      return
    }
    setState({ isStopping: true })
    await api.stop(getState().chatId).catch(() => undefined)
    // The stream ends by itself, unless its connection is lost.
    setTimeout(() => getState().isStopping && current?.abort(), 2_000)
  }

  /** Asks the question of the last exchange again, in its place. */
  async function askAgain() {
    const last = getState().exchanges.at(-1)
    if (!last || isOpen(last.answer)) {
      return
    }
    const { text, files: uploads } = last.question
    setState(({ exchanges }) => ({ exchanges: exchanges.slice(0, -1) }))
    await send(text, { uploads })
  }

  /** Answers the question of a run that waits. */
  async function answerWait(type: 'proceed' | 'reject', label: string, feedback: string) {
    const { exchanges } = getState()
    const action = exchanges.at(-1)?.answer.wait?.action
    const { nodeId } = (action?.data ?? {}) as { nodeId?: string }
    const humanInput = {
      ...{ type },
      ...(nodeId && { startNodeId: nodeId }),
      ...(feedback !== '' && { feedback }),
    }
    await send(feedback === '' ? label : `${label}: ${feedback}`, { humanInput })
  }

  /** Stores the rating; the one shown is that of the server. Throws what the server or the network throws. */
  async function rate(key: string, value: Rating, content?: string) {
    const { chatId, exchanges } = getState()
    const { messageId, rating } = exchanges.find((each) => each.key === key)?.answer ?? {}
    if (!messageId) {
      return
    }
    const id = rating?.id ?? (await api.rate({ chatId, messageId, rating: value }))
    if (rating || content) {
      await api.changeRating(id, { rating: value, ...(content && { content }) })
    }
    change(key, (answer) => ({ ...answer, rating: { id, value } }))
    storeChat()
  }

  async function leaveLead(lead: Partial<Record<LeadField, string>>) {
    await api.leaveLead(getState().chatId, lead)
    const { email } = lead
    device.write({ ...device.read(), lead: email ? { email } : {} })
    setState({ needsLead: false, hasLeftLead: true })
  }

  /** The previous conversation stays on the device. */
  function begin(chatId = randomKey(), exchanges: readonly Exchange[] = []) {
    current?.abort()
    current = undefined
    stopListening()
    seen = undefined
    setState({
      ...alone,
      ...{ chatId, exchanges, attachments: [], hasLeftLead: false },
      ...{ connection: 'fine', isStopping: false, unread: 0 },
    })
    device.write({ ...device.read(), current: chatId })
  }

  function open(id: string) {
    const stored = getState().chats.find((each) => each.id === id)
    if (stored) {
      begin(id, stored.exchanges)
      resume()
    }
  }

  function remove(id: string) {
    const history = device.read()
    const chats = history.chats.filter((each) => each.id !== id)
    device.write({ ...history, chats })
    setState({ chats })
    if (id === getState().chatId) {
      begin()
    }
  }

  /** Goes on with an answer that was still being written when the page was left. */
  function resume() {
    const { chatId, chats, exchanges } = getState()
    const exchange = openExchange()
    if (exchanges.length > 0) {
      const stored = chats.find(({ id }) => id === chatId)
      seen = stored?.seen
      setState({ unread: stored?.unread ?? 0 })
      look()
      listenOnce()
    }
    if (exchange) {
      void follow(exchange.key)
    }
  }

  function addFiles(files: readonly File[]) {
    const stored = getState().attachments.filter(({ state }) => state !== 'failed').length
    for (const [index, file] of files.entries()) {
      const issue = issueOf(file, chat.offers, stored + index)
      const known = { id: randomKey(), name: file.name, size: file.size, mime: mediaTypeOf(file) }
      const attachment: Attachment = issue
        ? { ...known, state: 'failed', issue }
        : { ...known, state: 'reading' }
      setState(({ attachments }) => ({ attachments: [...attachments, attachment] }))
      if (!issue) {
        void readFile(file, attachment)
      }
    }
  }

  async function readFile(file: File, { id, mime }: Attachment) {
    try {
      const upload = await toUpload(file, mime)
      setState(({ attachments }) => ({ attachments: settle(attachments, id, upload) }))
    } catch (error) {
      const failed = (each: Attachment): Attachment => {
        const { name, size } = each
        return { id, name, size, mime, state: 'failed', issue: { type: 'refused', error } }
      }
      setState(({ attachments }) => ({
        attachments: attachments.map((each) => (each.id === id ? failed(each) : each)),
      }))
    }
  }

  async function toUpload(file: File, mime: string) {
    if (mime.startsWith('image/')) {
      return { type: 'file', name: file.name, mime, data: await toDataUrl(file, mime) }
    }
    const typed = new File([file], file.name, { type: mime })
    const { name, content } = await api.readDocument(getState().chatId, typed)
    return { type: 'file:full', name, mime, data: content }
  }

  /** Sends the typed question with the attached files. */
  function sendTyped(question: string, spoken: readonly Upload[] = []) {
    const ready = getState().attachments.flatMap((each) => (each.state === 'ready' ? [each.upload] : []))
    setState({ attachments: [] })
    return send(question, { uploads: [...ready, ...spoken] })
  }

  return {
    ...store,
    send,
    sendTyped,
    stop,
    askAgain,
    answerWait,
    rate,
    leaveLead,
    begin: () => begin(),
    open,
    remove,
    resume,
    addFiles,
    reportTyping,
    /** Whether the visitor sees the conversation. */
    show(isNow: boolean) {
      isShown = isNow
      look()
    },
    removeFile: (id: string) =>
      setState(({ attachments }) => ({ attachments: attachments.filter((each) => each.id !== id) })),
    /** Ends everything under way; answers go on at the server. */
    leave() {
      stopListening()
      current?.abort()
    },
  }
}
type TypingEvent = Extract<VisitorEvent, { event: 'typing' }>
type WrittenEvent = Extract<VisitorEvent, { event: 'message' }>

export type Chat = ReturnType<typeof createChat>

/** Only the last answer offers questions and buttons. */
function withoutOffers(exchange: Exchange): Exchange {
  return { ...exchange, answer: { ...exchange.answer, followUps: [], wait: undefined } }
}

function breakOff(answer: Answer): Answer {
  return answer.text === ''
    ? { ...answer, state: 'failed', calling: [], failure: { text: '', isUnreachable: true } }
    : { ...answer, state: 'cut', calling: [] }
}

function fail(answer: Answer, error: unknown): Answer {
  const failure =
    error instanceof Rejection
      ? { text: error.message, retryAfterSeconds: error.retryAfterSeconds }
      : { text: '', isUnreachable: true as const }
  return { ...answer, state: 'failed', calling: [], failure }
}
