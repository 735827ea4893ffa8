import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { matches } from '#client/components/fold-text.ts'
import { NoMatch } from '#client/components/list-frame.tsx'
import { ListToolbar } from '#client/components/list-toolbar.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { NodeMark } from '../parts/node-mark.tsx'

type Props = { onChoose: (name: string) => void; onClose: () => void }

const groups = ['files', 'services', 'others'] as const

export function LoaderGallery({ onChoose, onClose }: Props) {
  const { stores } = useTexts()
  const texts = stores.gallery
  const [query, setQuery] = useState('')
  const loaders = trpc.stores.sources.components.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    select: (all) => all.map((each) => translateTemplate(each as NodeTemplate)),
  })
  return (
    <Dialog title={texts.title} description={texts.text} size="l" onClose={onClose}>
      <AsyncView query={loaders}>
        {(all) => {
          const found = all.filter(({ label, name, description }) =>
            matches(`${label} ${name} ${description}`, query),
          )
          return (
            <div className="loader-gallery">
              <ListToolbar
                autoFocus
                label={texts.search}
                query={query}
                onQuery={setQuery}
                count={texts.count(found.length)}
              />
              {found.length === 0 && (
                <NoMatch
                  title={stores.noMatch(query)}
                  text={texts.noMatchText}
                  onClear={() => setQuery('')}
                />
              )}
              {groups.map((group) => (
                <Group
                  key={group}
                  title={texts.groups[group]}
                  loaders={found.filter((loader) => groupOf(loader) === group)}
                  onChoose={onChoose}
                />
              ))}
            </div>
          )
        }}
      </AsyncView>
    </Dialog>
  )
}

type GroupProps = { title: string; loaders: readonly NodeTemplate[]; onChoose: (name: string) => void }

function Group({ title, loaders, onChoose }: GroupProps) {
  if (loaders.length === 0) {
    return null
  }
  return (
    <section aria-label={title}>
      <h3 className="text-13 semibold text-secondary">{title}</h3>
      <ul className="loader-grid grid gap-8 unpadded unlisted">
        {loaders.map(({ name, label, description, icon }) => (
          <li key={name}>
            <button
              type="button"
              className="loader-choice row gap-12 full-width full-height inherits-font text-left surface outlined round-sm pressable line-on-hover"
              onClick={() => onChoose(name)}
            >
              <NodeMark node={{ name, icon }} kind="document" />
              <span className="shrinks">
                <span className="block medium text-primary">{label}</span>
                <span className="loader-text clamps text-12 line-16 text-tertiary">{description}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function groupOf({ inputs, credential }: NodeTemplate): (typeof groups)[number] {
  if (credential) {
    return 'services'
  }
  return inputs.some(({ type }) => type === 'file' || type === 'folder') ? 'files' : 'others'
}
