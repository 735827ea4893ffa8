import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useStickToBottom } from '#client/components/use-stick-to-bottom.ts'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  /** Changes when the reader sends a question, which scrolls the list to its end. */
  questionKey: string | undefined
  children: ReactNode
}

/**
 * The conversation. Streaming text is not announced to screen readers; the finished answer is announced elsewhere.
 */
export function MessageList({ questionKey, children }: Props) {
  const { chat } = useTexts()
  const { list, content, onScroll, hasNews, toEnd } = useStickToBottom()

  useEffect(() => {
    if (questionKey) {
      toEnd()
    }
  }, [questionKey, toEnd])

  return (
    <div className="chat-list-frame grows shrinks-y relative">
      <div
        ref={list}
        className="chat-list full-height"
        role="log"
        aria-label={chat.messages}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled with the arrow keys
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className="chat-list-content stack gap-20">
          {children}
        </div>
      </div>
      {hasNews && (
        <button
          type="button"
          className="chat-pill inline-row gap-6 absolute outlined pressable backdrop-popup text-accent raised left-half height-28 pad-0-12"
          onClick={toEnd}
        >
          {chat.newMessages}
          <ArrowDown size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
