import { useCallback, useEffect, useRef, useState } from 'react'

/** Distance in px that still counts as being at the end. */
const nearPx = 40

/** Keeps a list scrolled to its end while the reader is there; readers further up see a notice about new content. */
export function useStickToBottom() {
  const list = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const lastTop = useRef(0)
  const [hasNews, setNews] = useState(false)

  const toEnd = useCallback(() => {
    isAtEnd.current = true
    setNews(false)
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [])

  // Events of our own scrolling arrive late, when the list may have grown; only upward scrolling leaves the end.
  const onScroll = useCallback(() => {
    if (list.current) {
      const { scrollHeight, scrollTop, clientHeight } = list.current
      const isNear = scrollHeight - scrollTop - clientHeight < nearPx
      isAtEnd.current = isNear || (isAtEnd.current && scrollTop >= lastTop.current)
      lastTop.current = scrollTop
      setNews((before) => before && !isAtEnd.current)
    }
  }, [])

  useEffect(() => {
    if (!(list.current && content.current)) {
      return undefined
    }
    let height = 0
    const observer = new ResizeObserver(() => {
      const { offsetHeight = 0 } = content.current ?? {}
      const isGrown = offsetHeight > height
      height = offsetHeight
      if (isAtEnd.current) {
        toEnd()
      } else if (isGrown) {
        setNews(true)
      }
    })
    observer.observe(list.current)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [toEnd])

  return { list, content, onScroll, hasNews, toEnd }
}
