import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SpokenSound } from '#shared/speaking.ts'

const types: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
}

export type Speaker = {
  now: { key: string; isPlaying: boolean } | undefined
  play(key: string): void
  stop(): void
}

type Options = {
  fetchSound: (key: string) => Promise<SpokenSound>
  onError: (error: unknown) => void
}

/** Plays one text at a time: starting another or unmounting stops the current one. */
export function useSpeaker(options: Options): Speaker {
  const [now, setNow] = useState<Speaker['now']>()
  const current = useRef<{ end?: () => void }>(undefined)
  const latest = useRef(options)
  latest.current = options

  const stop = useCallback(() => {
    current.current?.end?.()
    current.current = undefined
    setNow(undefined)
  }, [])

  const play = useCallback(
    async (key: string) => {
      stop()
      const mine: { end?: () => void } = {}
      current.current = mine
      setNow({ key, isPlaying: false })
      try {
        const sound = await latest.current.fetchSound(key)
        if (current.current !== mine) {
          return
        }
        const { player, end } = open(sound)
        mine.end = end
        player.onended = stop
        await player.play()
        setNow((before) => (before?.key === key ? { key, isPlaying: true } : before))
      } catch (error) {
        // A stopped or replaced playback reports no error.
        if (current.current === mine) {
          stop()
          latest.current.onError(error)
        }
      }
    },
    [stop],
  )

  useEffect(() => stop, [stop])

  return useMemo(() => ({ now, play: (key: string) => void play(key), stop }), [now, play, stop])
}

function open({ format, audio }: SpokenSound) {
  const url = URL.createObjectURL(new Blob([bytesOf(audio)], { type: types[format] ?? `audio/${format}` }))
  const player = new Audio(url)
  const end = () => {
    player.pause()
    URL.revokeObjectURL(url)
  }
  return { player, end }
}

function bytesOf(base64: string) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
