/** Texts by key, the longest unused forgotten first once they weigh too much. */
export class BoundedTexts {
  private readonly texts = new Map<string, string>()
  private readonly most: number
  private size = 0

  /** `most`: characters of keys and texts together. */
  constructor(most: number) {
    this.most = most
  }

  get(key: string): string | undefined {
    const text = this.texts.get(key)
    if (text !== undefined) {
      this.texts.delete(key)
      this.texts.set(key, text)
    }
    return text
  }

  set(key: string, text: string) {
    this.forget(key)
    if (key.length + text.length > this.most) {
      return
    }
    this.texts.set(key, text)
    this.size += key.length + text.length
    for (const oldest of this.texts.keys()) {
      if (this.size <= this.most) {
        break
      }
      this.forget(oldest)
    }
  }

  private forget(key: string) {
    const known = this.texts.get(key)
    if (known !== undefined) {
      this.texts.delete(key)
      this.size -= key.length + known.length
    }
  }
}

/** Lives as long as the process; 20 million characters are at most 40 MB. */
export const remembered = { answers: new BoundedTexts(20_000_000), vectors: new BoundedTexts(20_000_000) }
