export type KeptSound = { format: string; bytes: Buffer }

/** Sounds that were paid for, the last ones used, so that who listens again pays nothing. They are gone with the process. */
export function createKeptSounds({ mostBytes = 32_000_000 }: { mostBytes?: number } = {}) {
  const kept = new Map<string, KeptSound>()
  let size = 0

  function find(key: string) {
    const sound = kept.get(key)
    if (sound) {
      kept.delete(key)
      kept.set(key, sound)
    }
    return sound
  }

  function keep(key: string, sound: KeptSound) {
    drop(key)
    kept.set(key, sound)
    size += sound.bytes.length
    for (const oldest of kept.keys()) {
      if (size <= mostBytes) {
        return
      }
      drop(oldest)
    }
  }

  function drop(key: string) {
    size -= kept.get(key)?.bytes.length ?? 0
    kept.delete(key)
  }

  return { find, keep }
}
