import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useStickToBottom } from './use-stick-to-bottom.ts'

type Props = {
  /** Changes when the reader sends a question, which scrolls the list to its end. */
  askedKey: string | undefined
  children: ReactNode
}

/**
 * The conversation. Streaming text is not announced to screen readers; the finished answer is announced elsewhere.
 */
export function MessageList({ askedKey, children }: Props) {
  const { chat } = useTexts()
  const { list, content, onScroll, hasNews, toEnd } = useStickToBottom()

  useEffect(() => {
    if (askedKey) {
      toEnd()
    }
  }, [askedKey, toEnd])

  return (
    <div className="chat-list-frame">
      <div
        ref={list}
        className="chat-list"
        role="log"
        aria-label={chat.messages}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled with the arrow keys
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className="chat-list-content">
          {children}
        </div>
      </div>
      {hasNews && (
        <button type="button" className="chat-pill" onClick={toEnd}>
          {chat.newMessages}
          <ArrowDown size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
