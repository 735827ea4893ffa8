import { Input } from '@mui/joy'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { AsyncView } from '#client/components/async-view.tsx'
import { type CredentialKind, useKinds } from '#client/components/credential-form/credential-kinds.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { matches } from '#client/components/fold-text.ts'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import { KindTile } from './kind-tile.tsx'

type Props = { onChoose: (kind: CredentialKind) => void; onClose: () => void }

export function GalleryDialog({ onChoose, onClose }: Props) {
  const { gallery } = useTexts().credentials
  const kinds = useKinds()
  return (
    <Dialog title={gallery.title} description={gallery.text} size="l" onClose={onClose} flush>
      <AsyncView query={kinds} errorTitle={gallery.failed}>
        {(all) => <Gallery kinds={all} onChoose={onChoose} />}
      </AsyncView>
    </Dialog>
  )
}

/** Category of a service; `other` when no node of this server uses it. */
type Category = Kind | 'other'
const categoriesOf = ({ serves }: CredentialKind): readonly Category[] =>
  serves.length > 0 ? serves : ['other']

type GalleryProps = { kinds: readonly CredentialKind[]; onChoose: (kind: CredentialKind) => void }

function Gallery({ kinds, onChoose }: GalleryProps) {
  const { credentials, common } = useTexts()
  const { gallery } = credentials
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<Category>()
  const nameOf = (each: Category) => (each === 'other' ? gallery.other : common.kinds[each])
  const categories = [...new Set(kinds.flatMap(categoriesOf))]
  const inCategory = (kind: CredentialKind) => !category || categoriesOf(kind).includes(category)
  const shown = kinds.filter((kind) => inCategory(kind) && matches(`${kind.label} ${kind.name}`, query))

  return (
    <div className="gallery grid rigid line-above">
      <nav className="stack backdrop-body gap-2 line-right" aria-label={gallery.categories}>
        <CategoryButton
          label={gallery.all}
          count={kinds.length}
          isOn={category === undefined}
          onClick={() => setCategory(undefined)}
        />
        {categories.map((each) => (
          <CategoryButton
            key={each}
            label={nameOf(each)}
            kind={each === 'other' ? 'value' : each}
            count={kinds.filter((kind) => categoriesOf(kind).includes(each)).length}
            isOn={category === each}
            onClick={() => setCategory(each)}
          />
        ))}
      </nav>
      <div className="gallery-body">
        <Input
          type="search"
          autoFocus
          aria-label={gallery.search(kinds.length)}
          placeholder={gallery.search(kinds.length)}
          startDecorator={<Search size={16} />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <ul className="gallery-tiles grid gap-12 unpadded unlisted">
          {shown.map((kind) => (
            <li key={kind.name}>
              <button
                className="row gap-12 full-width inherits-font text-primary surface outlined round-md pressable pad-10-14 text-left line-on-hover"
                type="button"
                onClick={() => onChoose(kind)}
              >
                <KindTile name={kind.name} serves={kind.serves} />
                <span>
                  <strong className="text-13 line-18 semibold">{kind.label}</strong>
                  <small className="text-12 line-16 text-tertiary">
                    {categoriesOf(kind).map(nameOf).join(', ')}
                  </small>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p className="gallery-hint text-12 line-16 text-tertiary" role="status">
          {shown.length === 0 ? gallery.none(query) : gallery.hint}
        </p>
      </div>
    </div>
  )
}

type CategoryProps = { label: string; kind?: Kind; count: number; isOn: boolean; onClick: () => void }

function CategoryButton({ label, kind, count, isOn, onClick }: CategoryProps) {
  return (
    <button
      className="grid items-center gap-8 min-height-32 text-left text-secondary no-background round-sm pressable"
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
    >
      {kind ? <KindGlyph kind={kind} silent /> : <i />}
      <span>{label}</span>
      <small className="text-tertiary">{count}</small>
    </button>
  )
}
