import { useTexts } from '#client/texts/texts.tsx'
import type { DiffView, FieldView } from '../graph/diff-view.ts'
import { TextDiff } from './text-diff.tsx'

type Props = { view: DiffView; onShow?: (node: string) => void }

export function DiffList({ view, onShow }: Props) {
  const { versions } = useTexts()
  const nodes = [
    ...view.added.map((node) => ({ ...node, kind: 'added' as const })),
    ...view.removed.map((node) => ({ ...node, kind: 'removed' as const })),
  ]
  const links = [
    ...view.addedLinks.map((link) => ({ ...link, kind: 'added' as const })),
    ...view.removedLinks.map((link) => ({ ...link, kind: 'removed' as const })),
  ]
  const words = { added: versions.addedNode, removed: versions.removedNode }
  if (nodes.length + links.length + view.changed.length === 0) {
    return (
      <p className="diff-none">
        {versions.noDifference}
        {view.moved > 0 && ` · ${versions.onlyMoved(view.moved)}`}
      </p>
    )
  }
  return (
    <div className="diff-list">
      {view.changed.map(({ id, label, fields }) => (
        <section key={id}>
          <h3>
            <NodeTitle id={id} label={label} onShow={onShow} />
            <small>{versions.fields(fields.length)}</small>
          </h3>
          {fields.map((field) => (
            <Field key={field.key} field={field} />
          ))}
        </section>
      ))}
      {nodes.length > 0 && (
        <section>
          <h3>{versions.nodes}</h3>
          <ul>
            {nodes.map(({ id, label, kind }) => (
              <li key={id} data-kind={kind}>
                <span>{label}</span>
                <small>{words[kind]}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {links.length > 0 && (
        <section>
          <h3>{versions.links}</h3>
          <ul>
            {links.map(({ key, kind, from, to, input }) => (
              <li key={key} data-kind={kind}>
                <span>{versions.link(from, to, input)}</span>
                <small>{words[kind]}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type TitleProps = { id: string; label: string; onShow: ((node: string) => void) | undefined }

function NodeTitle({ id, label, onShow }: TitleProps) {
  return onShow ? (
    <button type="button" onClick={() => onShow(id)}>
      {label}
    </button>
  ) : (
    <span>{label}</span>
  )
}

function Field({ field }: { field: FieldView }) {
  const { versions } = useTexts()
  const { label, before, after, isSecret, isText, key } = field
  const name = key.startsWith('node ') ? (versions.ownFields[label] ?? label) : label
  if (isSecret) {
    return (
      <dl className="field-diff">
        <dt>{name}</dt>
        <dd>
          <em>{versions.secretChanged}</em>
        </dd>
      </dl>
    )
  }
  if (isText) {
    return (
      <div className="field-diff-text">
        <span>{name}</span>
        <TextDiff before={before} after={after} />
      </div>
    )
  }
  return (
    <dl className="field-diff">
      <dt>{name}</dt>
      <dd>
        <del>{before || versions.empty}</del>
        <ins>{after || versions.empty}</ins>
      </dd>
    </dl>
  )
}
