import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  type LucideIcon,
  MoveHorizontal,
  Network,
  SquareDashed,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Alignment, Axis } from '../graph/arrange.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { createArranging, useTidy } from './arrange-actions.ts'

const alignments: [Alignment, LucideIcon][] = [
  ['left', AlignStartVertical],
  ['centre', AlignCenterVertical],
  ['right', AlignEndVertical],
  ['top', AlignStartHorizontal],
  ['middle', AlignCenterHorizontal],
  ['bottom', AlignEndHorizontal],
]
const distributions: [Axis, LucideIcon][] = [
  ['across', AlignHorizontalSpaceAround],
  ['down', AlignVerticalSpaceAround],
]

export function SelectionBar() {
  const count = useCanvas(({ selectedNodes }) => selectedNodes.length)
  return count > 1 ? <Bar count={count} /> : null
}

function Bar({ count }: { count: number }) {
  const { board, canvas } = useTexts()
  const store = useCanvasStore()
  const arranging = useMemo(() => createArranging(store), [store])
  const tidy = useTidy()
  const groups: { name: string; icon: LucideIcon; run: () => void; off?: boolean }[][] = [
    alignments.map(([way, icon]) => ({
      name: board.alignments[way],
      icon,
      run: () => arranging.align(way),
    })),
    distributions.map(([axis, icon]) => ({
      name: board.distributions[axis],
      icon,
      off: count < 3,
      run: () => arranging.distribute(axis),
    })),
    [{ name: board.sameWidth, icon: MoveHorizontal, run: arranging.sameWidth }],
    [
      { name: board.tidySelection, icon: Network, run: tidy },
      { name: board.group, icon: SquareDashed, run: () => arranging.group(board.newGroup) },
    ],
  ]
  return (
    <div
      className="selection-bar absolute outlined row text-13 scrolls-x left-half"
      role="toolbar"
      aria-label={board.arrange}
    >
      <b className="semibold">{canvas.severalSelected(count)}</b>
      {groups.map((tools) => (
        <span className="flex pad-0-4 line-left" key={tools[0]?.name}>
          {tools.map(({ name, icon: Icon, run, off }) => (
            <button
              key={name}
              type="button"
              className="tool-button plain-button centered border-box text-secondary round-6 filled-on-hover"
              aria-label={name}
              title={name}
              disabled={Boolean(off)}
              onClick={run}
            >
              <Icon size={16} strokeWidth={1.75} />
            </button>
          ))}
        </span>
      ))}
    </div>
  )
}
