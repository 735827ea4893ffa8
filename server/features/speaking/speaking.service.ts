import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Bus } from '#server/bus/bus.ts'
import type { Ports } from '#server/engine/ports.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import type { VisitorErrors } from '#server/features/chat/visitor-errors.service.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import type { ListVoices, Sound, Speak } from '#server/ports/speech.ts'
import { AppError } from '#shared/errors.ts'
import {
  type SpeakInput,
  speakers,
  type speakHereInput,
  type tryVoiceInput,
  type voicesInput,
} from '#shared/speaking.ts'
import { plainWords } from './plain-words.ts'
import { speakAloud } from './speak-aloud.ts'
import { openVoiceCredential, readVoiceChoice, type VoiceChoice, voiceSettingsOf } from './voice-choice.ts'

const MAX_CACHED_BYTES = 32_000_000

/** Per address, over all flows. */
const visitorSounds = { max: 60, windowMs: 10 * 60_000 }

type Deps = {
  newId: NewId
  flows: Pick<FlowsService, 'find' | 'findOwn'>
  messages: Pick<MessagesService, 'list'>
  runs: Pick<RunsService, 'start'>
  speak: Speak
  listVoices: ListVoices
  openCredential(userId: string, ...named: Parameters<Ports['credential']>): ReturnType<Ports['credential']>
  access: Pick<FlowAccess, 'authorize'>
  visitorErrors: VisitorErrors
  limits: Pick<AttemptLimits, 'countOwn'>
  /** An answer may be read aloud by another process than the one that receives the request to stop. */
  bus: Bus<LiveEvent>
}
type Answer = { chatId: string; sessionId: string; chatType: Parameters<RunsService['start']>[0]['chatType'] }
type Named = { flowId: string; messageId: string; chatId?: string | undefined }

/**
 * Reads stored answers aloud. Callers choose neither the text nor the credential (CVE-2026-41279): it is a stored
 * answer, in the voice and at the cost of the flow's owner.
 */
export function createSpeakingService(deps: Deps) {
  const { newId, bus, flows, messages, runs, speak, listVoices, openCredential, access, limits } = deps
  // Replaying cached speech costs nothing.
  const sounds = new LRUCache<string, { format: string; bytes: Buffer }>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
  })
  const going = new Map<string, Set<() => void>>()
  bus.subscribe((event) => {
    for (const stop of event.type === 'silence' ? (going.get(keyOf(event)) ?? []) : []) {
      stop()
    }
  })

  async function speakAnswer(input: SpeakInput, visitor: Visitor): Promise<Sound> {
    const { chatflowId: flowId, chatId, chatMessageId: messageId } = input
    const flow = await access.authorize(flowId, visitor.caller, visitor.page)
    const isVisitor = visitor.caller?.id !== flow.userId
    const start = () => speakStored(flow, { flowId, chatId, messageId }, isVisitor)
    if (!isVisitor) {
      return start()
    }
    await rejectTooMany(visitor.address)
    const { format, chunks } = await deps.visitorErrors.guard(flow, start)
    return { format, chunks: deps.visitorErrors.guardChunks(flow, chunks) }
  }

  async function speakText(
    userId: string,
    named: z.output<typeof speakHereInput>,
    signal: AbortSignal | undefined,
  ) {
    return gather(await speakStored(await flows.findOwn(userId, named.flowId), named, false), signal)
  }

  /** Audio along with the answer; undefined unless the owner has enabled autoplay. */
  async function speakAlong(named: Named): Promise<Sound | undefined> {
    const flow = await flows.find(named.flowId)
    return readVoiceChoice(flow.textToSpeech)?.autoPlay ? speakStored(flow, named, false) : undefined
  }

  async function tryVoice(
    userId: string,
    input: z.output<typeof tryVoiceInput>,
    signal: AbortSignal | undefined,
  ) {
    const { flowId, text, ...choice } = input
    const flow = await flows.findOwn(userId, flowId)
    const chatId = newId()
    const sound = await startRun(
      flow,
      { chatId, sessionId: chatId, chatType: 'INTERNAL' },
      { text, choice, key: chatId },
    )
    return gather(sound, signal)
  }

  async function voices(userId: string, { provider, credentialId }: z.output<typeof voicesInput>) {
    const opened = await openVoiceCredential(() =>
      openCredential(userId, credentialId, speakers[provider].credential),
    )
    const { apiKey } = voiceSettingsOf({ provider, voice: '', model: '' }, opened)
    return listVoices({ provider, apiKey }, AbortSignal.timeout(15_000))
  }

  /** Stops the audio of an answer. The ids are unguessable, so knowing them is enough. */
  async function abort({ chatflowId: flowId, chatId, chatMessageId: messageId }: SpeakInput) {
    await bus.publish({ type: 'silence', flowId, chatId, messageId })
    return { message: 'TTS stream aborted successfully', chatId, chatMessageId: messageId }
  }

  async function speakStored(flow: FlowRow, named: Named, isVisitor: boolean): Promise<Sound> {
    const choice = readVoiceChoice(flow.textToSpeech)
    if (!choice) {
      throw new AppError('INVALID_INPUT', 'This flow does not read its answers aloud.')
    }
    const [answer] = await messages.list({ ...named, order: 'ASC' })
    // Answers of the owner's own tests on the canvas are hidden from visitors.
    if (answer?.role !== 'apiMessage' || (isVisitor && answer.chatType === 'INTERNAL')) {
      throw new AppError('NOT_FOUND', 'This answer does not exist in this conversation.')
    }
    const soundKey = JSON.stringify([flow.id, answer.id, { ...choice, autoPlay: undefined }])
    const before = sounds.get(soundKey)
    if (before) {
      return { format: before.format, chunks: inOnePiece(before.bytes) }
    }
    const text = plainWords(answer.content)
    if (text === '') {
      throw new AppError('INVALID_INPUT', 'This answer has no text to read.')
    }
    const key = keyOf({ ...named, chatId: answer.chatId })
    const { format, chunks } = await startRun(flow, answer, { text, choice, key })
    return { format, chunks: collect(chunks, (bytes) => sounds.set(soundKey, { format, bytes })) }
  }

  type Order = { text: string; choice: Omit<VoiceChoice, 'autoPlay'>; key: string }

  async function startRun(flow: FlowRow, answer: Answer, { text, choice, key }: Order): Promise<Sound> {
    const { chatId, sessionId, chatType } = answer
    const opened = await openVoiceCredential(() =>
      openCredential(flow.userId, choice.credentialId, speakers[choice.provider].credential),
    )
    const settings = voiceSettingsOf(choice, opened)
    const run = runs.start({
      ...{ flowId: flow.id, versionId: flow.versionId, userId: flow.userId },
      ...{ chatId, sessionId, chatType, memoryType: undefined, leadEmail: undefined },
      ...{ question: '', messageId: newId(), isPart: true },
    })
    const stop = () => run.stop(new AppError('STOPPED', 'Stopped.'))
    const stops = going.get(key) ?? new Set()
    going.set(key, stops.add(stop))
    const ended = () => {
      stops.delete(stop)
      if (stops.size === 0) {
        going.delete(key)
      }
    }
    try {
      const { format, chunks } = await speakAloud({ run, text, settings, opened, speak })
      return { format, chunks: thenDo(chunks, ended) }
    } catch (error) {
      ended()
      throw error
    }
  }

  async function rejectTooMany(address: string) {
    await limits.countOwn(
      `speech:${address}`,
      visitorSounds,
      (details) =>
        new AppError('RATE_LIMITED', 'Too many requests to read aloud. Wait a moment.', { details }),
    )
  }

  return { speakAnswer, speakText, speakAlong, tryVoice, voices, abort }
}

/** The whole sound, for clients that cannot play a stream. */
async function gather({ format, chunks }: Sound, signal: AbortSignal | undefined) {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) {
    // Leaving the loop stops the speech provider.
    if (signal?.aborted) {
      throw new AppError('STOPPED', 'Stopped.')
    }
    pieces.push(chunk)
  }
  return { format, audio: Buffer.concat(pieces).toString('base64') }
}

function keyOf({ flowId, chatId, messageId }: Named) {
  return JSON.stringify([flowId, chatId, messageId])
}

async function* inOnePiece(bytes: Buffer) {
  yield bytes
}

async function* collect(chunks: AsyncIterable<Uint8Array>, store: (bytes: Buffer) => void) {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) {
    pieces.push(chunk)
    yield chunk
  }
  store(Buffer.concat(pieces))
}

async function* thenDo(chunks: AsyncIterable<Uint8Array>, ended: () => void) {
  try {
    yield* chunks
  } finally {
    ended()
  }
}
