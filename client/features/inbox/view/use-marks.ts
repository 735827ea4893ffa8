import { type RefObject, useEffect } from 'react'
import { foldText } from '#client/components/fold-text.ts'

const NAME = 'inbox-search'
const MAX_MARKS = 2_000

/** Marks the words of a search wherever they are shown, without changing the document. */
export function useMarks(frame: RefObject<HTMLElement | null>, search: string | undefined) {
  useEffect(() => {
    const element = frame.current
    const words = foldText(search ?? '')
      .split(/\s+/)
      .filter(Boolean)
    if (!element || words.length === 0 || !('highlights' in CSS)) {
      return undefined
    }
    let pending = 0
    const paint = () => {
      cancelAnimationFrame(pending)
      pending = requestAnimationFrame(() => {
        CSS.highlights.set(NAME, new Highlight(...rangesIn(element, words)))
      })
    }
    const observer = new MutationObserver(paint)
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    paint()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(pending)
      CSS.highlights.delete(NAME)
    }
  }, [frame, search])
}

function rangesIn(element: HTMLElement, words: readonly string[]): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node && ranges.length < MAX_MARKS; node = walker.nextNode()) {
    for (const [start, end] of placesOf(node.textContent ?? '', words)) {
      const range = new Range()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges
}

/** Where words begin that begin with a searched one, as the server finds them. */
export function placesOf(text: string, words: readonly string[]): [start: number, end: number][] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: word, index }) => {
    const folded = foldText(word)
    const searched = words
      .filter((each) => folded.startsWith(each))
      .toSorted((a, b) => b.length - a.length)[0]
    return searched === undefined ? [] : [[index, index + Math.min(searched.length, word.length)]]
  })
}
