import type { ChannelAccount, ChannelKind, PartState } from '#shared/channels.ts'

/** Settings of a channel by name: what its owner has entered, and what was generated for it. */
export type ChannelValues = Readonly<Record<string, string>>

type Hook = {
  url: string
  /** Takes the account over from another system. */
  replaces: boolean
}

export type ChannelRequest = {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: Readonly<Record<string, unknown>>
  /** Signatures cover the bytes, not what was parsed from them. */
  raw: Buffer
}

/** A file that a person has sent. Its bytes stay on the platform until the flow runs. */
export type ChannelFile = { id: string; name: string; mime: string; isVoice?: true }

type Chat = {
  /** The platform's id. */
  key: string
  /** Another one, which some events name instead. */
  alias?: string | undefined
  /** What `send` needs to reach it. */
  address: Record<string, string>
  name: string
  /** Who writes, where one person may begin many conversations. */
  sender?: string
  /** Ids of messages that it answers, the nearest first: a conversation with the same sender that has one of them goes on. */
  parents?: string[]
}

export type IncomingEvent =
  | {
      kind: 'message'
      /** The same whenever the platform repeats the event. */
      key: string
      chat: Chat
      messageId: string
      text: string
      files: ChannelFile[]
      sentDate: Date
      /** Counts only in a conversation that has begun. */
      isFollowUp?: true
      /** A button was pressed; `text` is its label as the platform shows it. */
      press?: Press
    }
  /** Written by a person in the platform's own app, in the name of the account. */
  | { kind: 'echo'; key: string; chat: Chat; messageId: string; text: string; sentDate: Date }
  | {
      kind: 'status'
      key: string
      messageId: string
      status: Extract<PartState, 'sent' | 'delivered' | 'read' | 'failed'>
      error?: { code: string; text: string }
    }
  | { kind: 'signed_out'; key: string; text: string }
  /** Edits, reactions and types that this server does not know. */
  | { kind: 'other'; key: string; text: string }

export type Received = {
  events: IncomingEvent[]
  /** The platform checks the address: the body it expects. */
  challenge?: string
}

/** `buttonId`: as it was sent. `receipt`: what `acknowledge` needs. */
export type Press = { buttonId: string; receipt?: Readonly<Record<string, string>> }

/** A file for a person. */
export type OutgoingFile = {
  name: string
  mime: string
  bytes: Uint8Array
  /** Absolute. Opens without signing in until it expires. */
  url: string
}

/** `label`: whole; `title`: within the platform's limit. */
export type Button = { id: string; label: string; title: string }

/** A file as JSON, for receivers that fetch it. `size`: bytes. */
export type FileLink = { name: string; mimeType: string; size: number; url: string }

export function toFileLink({ name, mime: mimeType, bytes, url }: OutgoingFile): FileLink {
  return { name, mimeType, size: bytes.length, url }
}

export type Outgoing = {
  address: Record<string, string>
  /** Markdown. May be empty where a file is sent. */
  text: string
  /** The same whenever it is sent again. */
  id: string
  /** No person has written it. */
  isAutomatic: boolean
  /** At most one, unless the port sends files together. */
  files: readonly OutgoingFile[]
  /** What `upload` has returned for the file. */
  uploadId: string | undefined
  buttons: readonly Button[]
  /** Aborted when the message may not leave any more. */
  signal: AbortSignal
}

export type FileRules = {
  /** The files of a message are sent with its text, in one message. */
  isTogether?: true
  /** Of all files of one message. */
  maxBytes: number
  takes(file: { name: string; mime: string; size: number }): boolean
  /** UTF-16 units of text that a file of this type carries. Zero: files have no captions. */
  maxCaption(mime: string): number
}

export type ButtonRules = {
  max: number
  /** UTF-16 units of a label. */
  maxTitle: number
  /** UTF-16 units of the text above the buttons. */
  maxText: number
  /** Accounts that were connected earlier may not report presses: the text numbers the choices, too. */
  isOptional?: true
}

/** How far an account has been read, in the platform's own terms. */
export type ChannelCursor = Record<string, string>

export type Watching = {
  cursor: ChannelCursor | null
  /** Older messages are not answered. */
  since: Date
  now: () => Date
  signal: AbortSignal
  /** The account can be read. */
  opened(): Promise<void>
  /** Throws when another process watches the account by now. */
  store(events: readonly IncomingEvent[], cursor: ChannelCursor): Promise<void>
}

/**
 * Of a message that was not sent, or an account that cannot be read: `later` may be tried again, `signed_out` needs a new
 * token, `rejected` never arrives, and `unknown` may have arrived.
 */
export class SendFailure extends Error {
  readonly outcome: 'later' | 'signed_out' | 'rejected' | 'unknown'
  /** The platform's. */
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  /** The platform's new address of the conversation: sent again there. */
  readonly movedTo: Record<string, string> | undefined

  constructor(
    outcome: SendFailure['outcome'],
    message: string,
    options: {
      code?: string | undefined
      retryAfterSeconds?: number | undefined
      movedTo?: Record<string, string> | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.outcome = outcome
    this.code = options.code ?? outcome
    this.retryAfterSeconds = options.retryAfterSeconds
    this.movedTo = options.movedTo
  }
}

/** A platform where visitors write. Each method gets the settings of one account. */
export type ChannelPort = {
  /** Time after a visitor's message in which free text is accepted. */
  windowMs?: number
  /** Messages may overtake each other within this time. Zero where the platform keeps their order. */
  settleMs: number
  /** One address receives the events of all accounts of an app. */
  sharesHook?: true
  /** The sender of a message may wait for the answer. */
  canWait?: true
  /** A message sent twice with one id arrives once. */
  isRepeatable: boolean
  /** Reads the account. Throws INVALID_INPUT with the platform's words when it rejects the settings. */
  check(values: ChannelValues): Promise<ChannelAccount>
  /** Settings that this server chooses, such as the secret of the webhook. */
  generate(): Record<string, string>
  /** Sends the platform's events to the hook. Throws CONFLICT when another system receives them. */
  connect?(values: ChannelValues, hook: Hook): Promise<void>
  /** Only where the platform still sends to the hook. */
  disconnect?(values: ChannelValues, hook: Pick<Hook, 'url'>): Promise<void>
  /** Throws UNAUTHENTICATED unless the platform has signed the request. */
  receive(request: ChannelRequest, values: ChannelValues, account: { id: string; now: Date }): Received
  /** Where the platform does not call this server: reads the account until the signal is aborted. Throws SendFailure. */
  watch?(values: ChannelValues, watching: Watching): Promise<void>
  /** Pieces that the platform accepts. */
  split(text: string): string[]
  files: FileRules
  /** Absent where messages have no buttons. */
  buttons?: ButtonRules
  /** Returns the platform's id of the file. Nobody sees it before it is sent, so it may be repeated. Throws SendFailure. */
  upload?(values: ChannelValues, file: OutgoingFile): Promise<string>
  /** Tells the platform that a press has arrived. Failures do not matter. */
  acknowledge?(values: ChannelValues, receipt: Readonly<Record<string, string>>): Promise<void>
  /** Accounts that were connected before buttons existed report presses from now on. */
  allowPresses?(values: ChannelValues, hook: Pick<Hook, 'url'>): Promise<void>
  /** The platform's id of a message, where this server chooses it: stored before it is sent. */
  idOf?(values: ChannelValues, id: string): string
  /** Returns the platform's id of the message. Throws SendFailure. */
  send(values: ChannelValues, message: Outgoing): Promise<string>
  /** Shows that an answer is being written. Failures do not matter. */
  showTyping?(values: ChannelValues, address: Record<string, string>, messageId: string): Promise<void>
  download?(values: ChannelValues, file: ChannelFile): Promise<Uint8Array>
}

export type ChannelPorts = Readonly<Record<ChannelKind, ChannelPort>>
