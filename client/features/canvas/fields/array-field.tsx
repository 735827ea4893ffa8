import { Copy, ListOrdered, Plus, X } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { configKey, newConfig, readConfig } from '#shared/component-config.ts'
import { readRecords } from '#shared/json.ts'
import { isShown, type TemplateInput } from '#shared/nodes.ts'
import { joinPath, type Row, replaceAt } from '../graph/rows.ts'
import { withDefaults } from '../graph/shape.ts'
import { useNodeData } from '../store/card-view.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { PlacedField } from './placed-field.tsx'
import { dropTarget, ReorderHandle, ShowInPanel, useRows } from './row-controls.tsx'
import './rows-fields.css'

/** A list of items that have the same fields. */
export function ArrayField(props: FieldProps) {
  const { input, value, place, node, id, labelId } = props
  const { canvasFields } = useTexts()
  if (node === undefined) {
    return <ItemList {...props} around={{}} />
  }
  return place === 'card' ? (
    <ShowInPanel
      id={id}
      labelId={labelId}
      node={node}
      field={input.name}
      label={input.label}
      icon={ListOrdered}
    >
      {canvasFields.items(readRecords(value).length)}
    </ShowInPanel>
  ) : (
    <NodeItems {...props} node={node} />
  )
}

/** As `ArrayField` in a node: conditions may read its other fields, and long texts open in a dialog. */
function NodeItems(props: FieldProps & { node: string }) {
  const { node } = props
  const store = useCanvasStore()
  const inputs = useNodeData(node, (data) => data.inputs)
  return (
    <ItemList
      {...props}
      around={inputs ?? {}}
      onChoose={(name, component, put) => {
        const state = store.getState()
        state.withTemplates([component], () =>
          put({
            [name]: component,
            [configKey(name)]: newConfig(name, component, store.getState().templates.get(component)),
          }),
        )
      }}
      onOpen={(field) => store.getState().put({ expanded: { node, field } })}
    />
  )
}

type ListProps = FieldProps & {
  around: Readonly<Record<string, unknown>>
  /** Opens a text of an item in a dialog, by its path. */
  onOpen?: (path: string) => void
  /** Chooses a component, whose settings then start with its defaults. */
  onChoose?: (name: string, component: string, put: (changes: Row) => void) => void
}

function ItemList(props: ListProps) {
  const { input, value, onChange, labelId } = props
  const { canvasFields } = useTexts()
  const list = useRows(value, (rows, typing) => onChange(rows.length > 0 ? rows : '', typing))
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = input
  const count = list.rows.length

  return (
    // biome-ignore lint/a11y/useSemanticElements: it has the label of the field, which stands outside
    <div className="field-items stack gap-8" role="group" aria-labelledby={labelId}>
      {list.rows.map((row, place) => (
        <Item
          key={list.keys[place]}
          {...props}
          row={row}
          index={place}
          count={count}
          onFields={(changes, typing) => list.set(place, changes, typing)}
          onMove={list.move}
          onCopy={count < maxItems ? () => list.add({ ...row }, place + 1) : undefined}
          onRemove={count > minItems ? () => list.remove(place) : undefined}
        />
      ))}
      <button
        type="button"
        className="link-button add-row"
        disabled={count >= maxItems}
        onClick={() => list.add(withDefaults(input.array ?? [], {}))}
      >
        <Plus size={14} /> {canvasFields.addItem}
      </button>
      {count < minItems && (
        <small className="field-issue block full-width text-12 line-16 text-danger" role="status">
          {canvasFields.atLeastItems(minItems)}
        </small>
      )}
    </div>
  )
}

type ItemProps = ListProps & {
  row: Row
  index: number
  count: number
  onFields: (changes: Row, typing?: boolean) => void
  onMove: (from: number, to: number) => void
  onCopy: (() => void) | undefined
  onRemove: (() => void) | undefined
}

function Item({
  input,
  node,
  place,
  path,
  render,
  around,
  onOpen,
  onChoose,
  row,
  index,
  count,
  onFields,
  onMove,
  onCopy,
  onRemove,
}: ItemProps) {
  const { canvasFields } = useTexts()
  const siblings = siblingsOf(input.name, around, row, index)
  const shown = (input.array ?? []).filter((field) => isShown(field, siblings, index))
  const own = path ?? input.name
  return (
    <fieldset className="field-item shrinks outlined round-6 flush" {...dropTarget(index, onMove)}>
      <legend className="visually-hidden">{canvasFields.itemNumber(index + 1)}</legend>
      <div className="field-item-bar row gap-4 height-28">
        <ReorderHandle place={index} count={count} onMove={onMove} />
        <small className="grows text-tertiary">{index + 1}</small>
        {onCopy && (
          <button
            type="button"
            className="icon-button"
            aria-label={canvasFields.copyItem(index + 1)}
            onClick={onCopy}
          >
            <Copy size={13} />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={canvasFields.removeItem(index + 1)}
          disabled={!onRemove}
          onClick={onRemove}
        >
          <X size={14} />
        </button>
      </div>
      {shown.map((field: TemplateInput) => {
        const childPath = joinPath(own, index, field.name)
        return (
          <PlacedField
            key={field.name}
            input={{ ...field, options: optionsFor(field, siblings, index) }}
            value={row[field.name] ?? field.default ?? ''}
            onChange={(next, typing) =>
              field.loadConfig && onChoose
                ? onChoose(field.name, String(next), onFields)
                : onFields({ [field.name]: next }, typing)
            }
            {...(field.loadConfig && {
              config: readConfig(row, field.name),
              onConfig: (config, typing) => onFields({ [configKey(field.name)]: config }, typing),
            })}
            place={place}
            node={node}
            path={childPath}
            render={render}
            onExpand={onOpen && (() => onOpen(childPath))}
          />
        )
      })}
    </fieldset>
  )
}

// Conditions read the row itself and, by path, the fields of the node.
function siblingsOf(name: string, around: Row, row: Row, index: number): Record<string, unknown> {
  const rows = readRecords(around[name])
  return {
    ...around,
    ...row,
    [name]: replaceAt(rows.length > index ? rows : Array(index + 1).fill({}), index, row),
  }
}

function optionsFor({ options }: TemplateInput, values: Row, index: number) {
  return options?.filter((option) => isShown(option, values, index)) ?? []
}
