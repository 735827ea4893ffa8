import { CopyButton } from '#client/components/copy-button.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { exampleOf } from './snippets/override-fields.ts'
import type { SharedState } from './use-sharing.ts'

type Props = { fields: SharedState['fields']; onClose: () => void }

export function FieldsDialog({ fields, onClose }: Props) {
  const { sharing: texts } = useTexts()
  const { columns } = texts
  return (
    <Dialog title={texts.allFields(fields.length)} description={texts.fieldsText} size="l" onClose={onClose}>
      <div className="share-fields scrolls-x">
        <table>
          <thead>
            <tr>
              {[columns.field, columns.node, columns.type, columns.example, columns.open].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ key, name, nodeId, type, isOpen }) => (
              <tr key={key}>
                <td>
                  <CopyButton label={texts.copyName(name)} text={name} small />
                  <code>{name}</code>
                </td>
                <td>
                  <CopyButton label={texts.copyName(nodeId)} text={nodeId} small />
                  <code>{nodeId}</code>
                </td>
                <td>{type}</td>
                <td>
                  <code>{type === 'file' ? 'files' : exampleOf(type)}</code>
                </td>
                <td>{isOpen ? texts.yes : texts.no}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
