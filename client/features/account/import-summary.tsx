import { useTexts } from '#client/texts/texts.tsx'
import {
  type ImportKind,
  type ImportPreview,
  type TransferKind,
  transferKinds,
} from '#shared/export-import.ts'
import { TransferRow } from './transfer-row.tsx'
import { useFileSentence } from './use-transfer-error.ts'

type Props = {
  preview: ImportPreview
  chosen: ReadonlySet<TransferKind>
  onChoose: (kind: TransferKind, isChosen: boolean) => void
}

export function ImportSummary({ preview: { kinds, unknown }, chosen, onChoose }: Props) {
  const texts = useTexts().transfer.import
  const found = transferKinds.flatMap((kind) => {
    const counted = kinds[kind]
    return counted ? [{ kind, counted }] : []
  })
  const isDoubled = found.some(({ kind, counted }) => kind !== 'variable' && counted.sameName > 0)

  return (
    <>
      {found.length === 0 && <p>{texts.empty}</p>}
      <ul className="transfer-rows unpadded unlisted" aria-label={texts.group}>
        {found.map(({ kind, counted }) => (
          <TransferRow
            key={kind}
            kind={kind}
            isChosen={chosen.has(kind)}
            onChoose={(isChosen) => onChoose(kind, isChosen)}
            count={counted.total}
            disabled={!counted.isAllowed || counted.refusedCount > 0}
          >
            <KindFacts counted={counted} />
          </TransferRow>
        ))}
      </ul>
      {unknown.length > 0 && (
        <p className="transfer-notes flex wraps spread text-13 text-tertiary">
          <span>
            {texts.unknownKinds(unknown.length)}.{' '}
            {texts.unknownHint(unknown.map(({ key }) => key).join(', '))}
          </span>
        </p>
      )}
      {isDoubled && (
        <p className="transfer-notes flex wraps spread text-13 text-tertiary">
          <span>{texts.sameNameHint}</span>
        </p>
      )}
    </>
  )
}

function KindFacts({ counted }: { counted: ImportKind }) {
  const texts = useTexts().transfer.import
  const describe = useFileSentence()
  if (!counted.isAllowed) {
    return <p>{texts.adminsOnly}</p>
  }
  const { kept: stored, sameId, sameName, refused: rejected, refusedCount: rejectedCount } = counted
  const facts = [
    texts.fresh(counted.new),
    sameName > stored && texts.sameName(sameName - stored),
    sameId > 0 && texts.sameId(sameId),
    stored > 0 && texts.kept(stored),
    rejectedCount > 0 && texts.refused(rejectedCount),
  ]
  return (
    <>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {rejectedCount > 0 && (
        <ul className="transfer-rejected breaks-anywhere round-sm unlisted pad-8-12 margin-6-0-0 backdrop-danger text-danger-soft">
          {rejected.map(({ item, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one name and one fault
            <li key={index}>
              <strong>{item || texts.unnamed}</strong> {describe(reason)}
            </li>
          ))}
          {rejectedCount > rejected.length && <li>{texts.moreRefused(rejectedCount - rejected.length)}</li>}
        </ul>
      )}
    </>
  )
}
