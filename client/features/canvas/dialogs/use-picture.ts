import { useCallback } from 'react'
import { type Node, useReactFlow } from 'reactflow'
import { type Box, boundsOf } from '../graph/areas.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** New cards are measured and wired before their layout is final. */
const settleMs = 250

export function usePicture() {
  const store = useCanvasStore()
  const flow = useReactFlow()

  return useCallback(
    async (request: PictureOptions): Promise<Blob> => {
      const container = document.querySelector<HTMLElement>('.canvas-room')
      const { flowNodes, flowEdges, selectedNodes, selectedEdges, put, select } = store.getState()
      if (!container) {
        throw new Error('There is no canvas to take a picture of.')
      }
      const nodes = shownIn(flowNodes, request)
      const ids = new Set(nodes.map(({ id }) => id))
      const edges = flowEdges.filter(
        ({ source, target, hidden }) => !hidden && ids.has(source) && ids.has(target),
      )
      const viewport = flow.getViewport()
      put({ picturing: true })
      select([])
      flow.setViewport({ ...viewport, zoom: pictureZoom(nodes.length) })
      try {
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        // Measured again: a card is as high as it is drawn now.
        const drawn = shownIn(store.getState().flowNodes, request)
        const shown = new Set([...ids, ...edges.map(({ id }) => id)])
        return await renderPicture({ container, frame: frameOf(drawn), request, shown })
      } finally {
        flow.setViewport(viewport)
        put({ picturing: false })
        select(selectedNodes, selectedEdges)
      }
    },
    [store, flow],
  )
}

export type PictureOptions = {
  format: 'png' | 'svg'
  /** Pixels of the picture per pixel of the canvas. */
  scale: 1 | 2 | 4
  theme: 'light' | 'dark'
  transparent: boolean
  notes: boolean
  /** Ids of the shown nodes; undefined for all. */
  only: readonly string[] | undefined
}

/** Padding of the picture, in px of the canvas. */
const margin = 40
/** Maximum canvas size of browsers: px per side, and px in total. */
const max = { side: 16_384, area: 200_000_000 }

/** The nodes in a picture. Nodes in a frame are shown with it. */
export function shownIn(
  nodes: readonly Node[],
  { notes, only }: Pick<PictureOptions, 'notes' | 'only'>,
): Node[] {
  const expected = only && new Set(only)
  return nodes.filter(
    ({ id, type, hidden }) => !hidden && (notes || type !== 'note') && (!expected || expected.has(id)),
  )
}

/** The part of the canvas a picture shows, in px of the canvas. */
export function frameOf(nodes: readonly Node[]): Box {
  const boxes = nodes.map(({ position, positionAbsolute = position, width, height, type }) => ({
    ...positionAbsolute,
    // The title of a frame is above its box.
    y: positionAbsolute.y - (type === 'area' ? 32 : 0),
    width: width ?? 320,
    height: (height ?? 240) + (type === 'area' ? 32 : 0),
  }))
  const { x, y, width, height } = boundsOf(boxes)
  return {
    x: Math.floor(x - margin),
    y: Math.floor(y - margin),
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(height + 2 * margin),
  }
}

/** Whether a picture of this size can be rendered. SVG is unlimited. */
export function isDrawable(
  { width, height }: Box,
  { format, scale }: Pick<PictureOptions, 'format' | 'scale'>,
) {
  const [wide, high] = [width * scale, height * scale]
  return format === 'svg' || (Math.max(wide, high) <= max.side && wide * high <= max.area)
}

/** Zoom for a picture of `count` cards: full detail while it renders fast enough, then summaries, then tiles. */
export function pictureZoom(count: number): number {
  if (count <= 150) {
    return 1
  }
  return count <= 600 ? 0.45 : 0.25
}

const ownScheme = 'data-joy-color-scheme'
/** Elements for interaction, excluded from the picture. */
const tools = ['wire-pill', 'react-flow__node-toolbar', 'helper-lines', 'resize-side', 'resize-corner']
/** Waits two frames, in which the cards re-render for the picture. */
const twoFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

type Picture = { container: HTMLElement; frame: Box; request: PictureOptions; shown: ReadonlySet<string> }

/** `shown` are ids of nodes and links. Throws when the browser cannot render the picture. */
async function renderPicture({ container, frame, request, shown }: Picture): Promise<Blob> {
  const { toCanvas, toSvg } = await import('html-to-image')
  const viewport = container.querySelector<HTMLElement>('.react-flow__viewport')
  if (!viewport) {
    throw new Error('There is no canvas to take a picture of.')
  }
  const before = container.getAttribute(ownScheme)
  const undress = dress(viewport, shown)
  container.setAttribute(ownScheme, request.theme)
  try {
    await twoFrames()
    const ground = getComputedStyle(container).getPropertyValue('--joy-palette-background-body')
    const options = {
      width: frame.width,
      height: frame.height,
      pixelRatio: request.scale,
      skipAutoScale: true,
      // The library's own font embedding sets the base of a document, which the CSP forbids.
      fontEmbedCSS: await fontCss(),
      cacheBust: false,
      ...(!request.transparent && { backgroundColor: ground }),
      filter: (element: HTMLElement) => isShown(element, shown),
      style: {
        width: `${frame.width}px`,
        height: `${frame.height}px`,
        transform: `translate(${-frame.x}px, ${-frame.y}px)`,
        willChange: 'auto',
        color: getComputedStyle(container).getPropertyValue('--joy-palette-text-primary'),
      },
    }
    return request.format === 'svg'
      ? svgOf(await toSvg(viewport, options))
      : await pngOf(await toCanvas(viewport, options))
  } finally {
    undress()
    if (before === null) {
      container.removeAttribute(ownScheme)
    } else {
      container.setAttribute(ownScheme, before)
    }
  }
}

function isShown(element: HTMLElement, shown: ReadonlySet<string>): boolean {
  const names = element.classList
  if (!names) {
    return true
  }
  if (tools.some((name) => names.contains(name))) {
    return false
  }
  return !names.contains('react-flow__node') || shown.has(element.getAttribute('data-id') ?? '')
}

/**
 * SVG elements are copied without the page's style sheets, so styles are inlined and hidden links get `display:
 * none`. Returns a function that reverts this.
 */
function dress(viewport: Element, shown: ReadonlySet<string>): () => void {
  const changed: [SVGElement, string | null][] = []
  const set = (element: SVGElement, style: Partial<CSSStyleDeclaration>) => {
    changed.push([element, element.getAttribute('style')])
    Object.assign(element.style, style)
  }
  for (const part of viewport.querySelectorAll<SVGElement>('.wire-casing, .react-flow__edgeupdater')) {
    set(part, { display: 'none' })
  }
  for (const edge of viewport.querySelectorAll<SVGElement>('.react-flow__edge')) {
    if (!shown.has(edgeOf(edge))) {
      set(edge, { display: 'none' })
    }
  }
  for (const line of viewport.querySelectorAll<SVGElement>('.plain-wires path')) {
    const { strokeWidth, opacity } = getComputedStyle(line)
    set(line, { fill: 'none', strokeWidth, opacity })
  }
  return () => {
    for (const [element, style] of changed.toReversed()) {
      if (style === null) {
        element.removeAttribute('style')
      } else {
        element.setAttribute('style', style)
      }
    }
  }
}

function edgeOf(element: Element): string {
  return (element.getAttribute('data-testid') ?? '').replace(/^rf__edge-/, '')
}

function svgOf(address: string): Blob {
  return new Blob([decodeURIComponent(address.slice(address.indexOf(',') + 1))], { type: 'image/svg+xml' })
}

function pngOf(drawing: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    drawing.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not draw the picture.'))),
      'image/png',
    )
  })
}

/**
 * The page's fonts as inlined CSS, so that an exported picture needs no other files. Fetched once; a font that
 * fails is left out.
 */
function fontCss(): Promise<string> {
  known ??= collect()
  return known
}

let known: Promise<string> | undefined

async function collect(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    sheet.href === null || sheet.href.startsWith(location.origin)
      ? [...sheet.cssRules]
          .filter((rule) => rule instanceof CSSFontFaceRule)
          .map((rule) => [rule, sheet.href] as const)
      : [],
  )
  const embedded = await Promise.all(rules.map(([rule, href]) => embed(rule.cssText, href ?? location.href)))
  return embedded.join('\n')
}

async function embed(rule: string, base: string): Promise<string> {
  const address = /url\(["']?([^"')]+)["']?\)/.exec(rule)?.[1]
  if (!address || address.startsWith('data:')) {
    return rule
  }
  const response = await fetch(new URL(address, base)).catch(() => undefined)
  return response?.ok ? rule.replace(address, await asDataUrl(await response.blob())) : ''
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
