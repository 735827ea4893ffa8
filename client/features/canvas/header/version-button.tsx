import { ChevronDown, GitCommitHorizontal, History, RotateCcw, Save, X } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useSyncState, useUnpublished } from '../draft/sync-store.ts'
import { goToDock } from '../inspector/dock-focus.ts'
import { Menu } from '../popups/menu.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useComparison } from '../versions/comparison.ts'

type Props = { onSaveVersion: () => void; onDiscard: () => void }

export function VersionButton({ onSaveVersion, onDiscard }: Props) {
  const { versions } = useTexts()
  const store = useCanvasStore()
  const head = useSyncState((state) => state.head)
  const unpublished = useUnpublished()
  const { compared, leave } = useComparison()
  const versionsShown = useCanvas(({ dock }) => dock === 'versions')
  const button = useRef<HTMLButtonElement>(null)
  const [opener, setOpener] = useState<Element>()
  const close = useCallback(() => setOpener(undefined), [])
  if (!head) {
    return null
  }
  const { published } = head
  const open = () => goToDock(store, 'versions')

  if (compared && versionsShown) {
    return (
      <button type="button" className="version-button wide-only" data-comparing="" onClick={leave}>
        <GitCommitHorizontal size={16} aria-hidden="true" />
        {compared.isPreview
          ? versions.viewing(compared.number)
          : versions.comparing(versions.short(compared.number))}
        <X size={14} aria-label={versions.stopComparing} />
      </button>
    )
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="version-button wide-only"
        data-testid="version-button"
        aria-haspopup="menu"
        aria-expanded={opener !== undefined}
        onClick={() => setOpener(opener ? undefined : (button.current ?? undefined))}
      >
        <GitCommitHorizontal size={16} aria-hidden="true" />
        <span>{labelOf()}</span>
        {unpublished && <StatusDot state="draft" size={9} />}
        {unpublished && <span className="visually-hidden">{versions.unpublished}</span>}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {opener && (
        <Menu
          at={opener}
          label={versions.title}
          onClose={close}
          groups={[
            [
              { name: versions.saveVersion, icon: Save, keys: 'Ctrl S', run: onSaveVersion },
              { name: versions.showAll, icon: History, run: open },
            ],
            [
              {
                name: published ? versions.discard(versions.short(published.number)) : versions.discardNone,
                icon: RotateCcw,
                danger: true,
                disabled: published && unpublished ? undefined : versions.nothingToDiscard,
                run: onDiscard,
              },
            ],
          ]}
        />
      )}
    </>
  )

  function labelOf() {
    if (!published) {
      return versions.draftNeverLive
    }
    const number = versions.short(published.number)
    return unpublished ? versions.draftAndLive(number) : versions.live(number)
  }
}
