import { createStore } from 'zustand/vanilla'
import { toRecord } from '#shared/json.ts'
import { toBytes } from '../uploads/data-url.ts'
import { type Frame, readFrames } from './frames.ts'

const types: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
}

export type SpeakerState = {
  now: { messageId: string; isPlaying: boolean } | undefined
  /** Answers that could not be read aloud. */
  failures: number
}

/** Plays one answer at a time: starting another stops the current one. */
export function createSpeaker() {
  const store = createStore<SpeakerState>(() => ({ now: undefined, failures: 0 }))
  let player: HTMLAudioElement | undefined
  let loading: AbortController | undefined

  function stop() {
    loading?.abort()
    loading = undefined
    if (player) {
      player.pause()
      URL.revokeObjectURL(player.src)
      player = undefined
    }
    store.setState({ now: undefined })
  }

  /** Fetches the sound of an answer and plays it. */
  async function play(messageId: string, open: (signal: AbortSignal) => Promise<Response>) {
    stop()
    const controller = new AbortController()
    loading = controller
    store.setState({ now: { messageId, isPlaying: false } })
    try {
      const { body } = await open(controller.signal)
      const sound = createSound()
      for await (const frame of body ? readFrames(body) : []) {
        sound.add(frame)
      }
      await playSound(messageId, sound.toBlob(), controller)
    } catch {
      if (loading === controller) {
        stop()
        store.setState(({ failures }) => ({ failures: failures + 1 }))
      }
    }
  }

  async function playSound(messageId: string, blob: Blob, controller: AbortController) {
    if (controller.signal.aborted) {
      return
    }
    player = new Audio(URL.createObjectURL(blob))
    player.onended = stop
    await player.play()
    store.setState({ now: { messageId, isPlaying: true } })
  }

  let arriving = createSound()
  /** Plays a sound that comes with its answer, once it is complete. */
  function hear(frame: Frame) {
    if (frame.event === 'tts_start') {
      arriving = createSound()
    }
    arriving.add(frame)
    if (frame.event === 'tts_end') {
      stop()
      loading = new AbortController()
      const messageId = String(toRecord(frame.data).chatMessageId)
      // Browsers may not let a page play without a touch; the button remains.
      playSound(messageId, arriving.toBlob(), loading).catch(stop)
    }
  }

  return { ...store, play, hear, stop }
}
export type Speaker = ReturnType<typeof createSpeaker>

function createSound() {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let format = 'mp3'
  return {
    add({ event, data }: Frame) {
      const { format: named, audioChunk } = toRecord(data)
      if (event === 'tts_start' && typeof named === 'string') {
        format = named
      } else if (event === 'tts_data' && typeof audioChunk === 'string') {
        pieces.push(toBytes(audioChunk))
      } else if (event === 'tts_error') {
        throw new Error('The speech service has failed.')
      }
    },
    toBlob: () => new Blob(pieces, { type: types[format] ?? `audio/${format}` }),
  }
}
