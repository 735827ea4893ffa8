import { type Extension, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { kindColor, kindOutlines } from '../kind-glyph.tsx'
import type { Chip } from './chip.ts'

export const redrawChips = StateEffect.define<null>()

type Describe = (name: string) => Chip | undefined

/** Draws variables as chips; the text keeps the raw token. The cursor moves over a chip in one step. */
export function variableChips(describe: Describe, onOpen: (node: string) => void): Extension {
  const matcher = new MatchDecorator({
    regexp: /\{\{([^{}\n]+)\}\}/g,
    decoration: ([token, inner = '']) => {
      const chip = describe(inner.trim())
      return chip ? Decoration.replace({ widget: new ChipWidget(token, chip, onOpen) }) : null
    },
  })
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view)
      }
      update(update: ViewUpdate) {
        const isRequested = update.transactions.some(({ effects }) =>
          effects.some((effect) => effect.is(redrawChips)),
        )
        this.decorations = isRequested
          ? matcher.createDeco(update.view)
          : matcher.updateDeco(update, this.decorations)
      }
    },
    {
      decorations: ({ decorations }) => decorations,
      provide: (made) =>
        EditorView.atomicRanges.of((view) => view.plugin(made)?.decorations ?? Decoration.none),
    },
  )
  return plugin
}

const svg = 'http://www.w3.org/2000/svg'

class ChipWidget extends WidgetType {
  readonly #token: string
  readonly #chip: Chip
  readonly #onOpen: (node: string) => void

  constructor(token: string, chip: Chip, onOpen: (node: string) => void) {
    super()
    this.#token = token
    this.#chip = chip
    this.#onOpen = onOpen
  }

  override eq(other: ChipWidget) {
    return this.#key === other.#key
  }

  get #key() {
    return JSON.stringify([this.#token, this.#chip])
  }

  override toDOM() {
    const { label, kind, broken, node } = this.#chip
    const chip = document.createElement('span')
    chip.className = 'variable-chip'
    chip.title = this.#token
    chip.dataset.broken = String(broken)
    chip.style.setProperty('--chip', kindColor(kind))
    chip.append(glyph(kindOutlines[kind]), label)
    if (node !== undefined) {
      chip.dataset.leads = ''
      chip.addEventListener('mousedown', (event) => {
        event.preventDefault()
        this.#onOpen(node)
      })
    }
    return chip
  }

  override ignoreEvent() {
    return this.#chip.node !== undefined
  }
}

function glyph(outline: string) {
  const picture = document.createElementNS(svg, 'svg')
  picture.setAttribute('viewBox', '0 0 16 16')
  picture.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svg, 'path')
  path.setAttribute('d', outline)
  path.setAttribute('fill-rule', 'evenodd')
  picture.append(path)
  return picture
}
