import type { ReactNode } from 'react'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import type { ChangeCount } from '#shared/flow-diff.ts'
import type { Thumbnail } from '#shared/flows.ts'
import { ChangeSize } from './change-size.tsx'

type Props = {
  title: string
  mark?: ReactNode
  text: string
  time: ReactNode
  thumbnail: Thumbnail | null
  count: ChangeCount | null
  chosen: boolean
  onChoose: () => void
  testId: string
}

/** One state of the flow: how it looks, what was said of it, who made it when, and how much it changed. */
export function VersionRow({ title, mark, text, time, thumbnail, count, chosen, onChoose, testId }: Props) {
  return (
    <li>
      <button
        type="button"
        className="version-row"
        aria-current={chosen}
        data-testid={testId}
        onClick={onChoose}
      >
        <span className="version-thumb">
          {thumbnail && thumbnail.boxes.length > 0 && (
            <FlowFingerprint thumbnail={thumbnail} width={82} height={58} />
          )}
        </span>
        <span className="version-facts">
          <span className="version-head">
            <strong>{title}</strong>
            {mark}
            <ChangeSize count={count} />
          </span>
          <span className="version-text">{text}</span>
          <small>{time}</small>
        </span>
      </button>
    </li>
  )
}
