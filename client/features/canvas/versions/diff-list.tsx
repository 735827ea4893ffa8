import { useEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { DiffView, FieldView } from '../graph/diff-view.ts'

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
      <p className="diff-none text-13 line-18 text-tertiary">
        {versions.noDifference}
        {view.moved > 0 && ` · ${versions.onlyMoved(view.moved)}`}
      </p>
    )
  }
  return (
    <div className="diff-list text-primary">
      {view.changed.map(({ id, label, fields }) => (
        <section key={id}>
          <h3 className="flex gap-8 text-13 line-18 semibold items-baseline">
            <NodeTitle id={id} label={label} onShow={onShow} />
            <small className="text-tertiary pushed-right">{versions.fields(fields.length)}</small>
          </h3>
          {fields.map((field) => (
            <Field key={field.key} field={field} />
          ))}
        </section>
      ))}
      {nodes.length > 0 && (
        <section>
          <h3 className="flex gap-8 text-13 line-18 semibold items-baseline">{versions.nodes}</h3>
          <ul className="unpadded unlisted">
            {nodes.map(({ id, label, kind }) => (
              <li
                className="flex gap-8 text-13 line-18 breaks-anywhere margin-bottom-4"
                key={id}
                data-kind={kind}
              >
                <span>{label}</span>
                <small className="text-tertiary pushed-right">{words[kind]}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {links.length > 0 && (
        <section>
          <h3 className="flex gap-8 text-13 line-18 semibold items-baseline">{versions.links}</h3>
          <ul className="unpadded unlisted">
            {links.map(({ key, kind, from, to, input }) => (
              <li
                className="flex gap-8 text-13 line-18 breaks-anywhere margin-bottom-4"
                key={key}
                data-kind={kind}
              >
                <span>{versions.link(from, to, input)}</span>
                <small className="text-tertiary pushed-right">{words[kind]}</small>
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
    <button className="underlined-on-hover" type="button" onClick={() => onShow(id)}>
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
      <dl className="field-diff flex gap-8 text-13 line-18 items-baseline margin-0-0-4">
        <dt className="breaks-anywhere text-secondary">{name}</dt>
        <dd className="grid gap-8 grows shrinks halves">
          <em className="text-tertiary upright">{versions.secretChanged}</em>
        </dd>
      </dl>
    )
  }
  if (isText) {
    return (
      <div>
        <span className="text-13 line-18 text-secondary">{name}</span>
        <TextDiff before={before} after={after} />
      </div>
    )
  }
  return (
    <dl className="field-diff flex gap-8 text-13 line-18 items-baseline margin-0-0-4">
      <dt className="breaks-anywhere text-secondary">{name}</dt>
      <dd className="grid gap-8 grows shrinks halves">
        <del>{before || versions.empty}</del>
        <ins>{after || versions.empty}</ins>
      </dd>
    </dl>
  )
}

/** A long text with insertions and deletions marked. Shows both texts unmarked until the diff code is loaded. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const [parts, setParts] = useState<Part[]>()
  useEffect(() => {
    let target = true
    void import('diff').then(({ diffWordsWithSpace }) => {
      if (target) {
        setParts(shorten(joinChanges(diffWordsWithSpace(before, after))))
      }
    })
    return () => {
      target = false
    }
  }, [before, after])

  const shown: Part[] = parts ?? [
    { value: before, removed: true },
    { value: after, added: true },
  ]
  return (
    <p className="text-diff text-13 pre-wrap breaks-anywhere">
      {shown
        .filter(({ value }) => value !== '')
        .map(({ value, added, removed }, index) => {
          const key = `${index} ${added} ${removed}`
          if (added) {
            return <ins key={key}>{value}</ins>
          }
          return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
        })}
    </p>
  )
}

export type Part = { value: string; added?: boolean; removed?: boolean }

export function joinChanges(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  let gone = ''
  let come = ''
  const flush = () => {
    joined.push(
      ...(gone ? [{ value: gone, removed: true }] : []),
      ...(come ? [{ value: come, added: true }] : []),
    )
    gone = ''
    come = ''
  }
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    const isBetween = (gone || come) && part.value.trim() === '' && !part.value.includes('\n')
    if (part.removed) {
      gone += part.value
    } else if (part.added) {
      come += part.value
    } else if (isBetween && (next?.added || next?.removed)) {
      gone += part.value
      come += part.value
    } else {
      flush()
      joined.push({ value: part.value })
    }
  }
  flush()
  return joined
}

/** Characters of unchanged text shown on either side of a change. */
const AROUND = 80

/** Unchanged text is cut to the words around the changes. */
export function shorten(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    const { value, added, removed } = part
    if (added || removed || value.length <= 2 * AROUND) {
      return part
    }
    const start = index === 0 ? '' : value.slice(0, AROUND).replace(/\S*$/, '')
    const end = index === parts.length - 1 ? '' : value.slice(-AROUND).replace(/^\S*/, '')
    return { value: `${start}…${end}` }
  })
}
