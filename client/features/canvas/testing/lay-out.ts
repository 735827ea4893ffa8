import { vi } from 'vitest'

/** happy-dom has no layout, and cards without a size are not rendered. This fake gives every card its real size. */
export function layOut() {
  class Observer {
    readonly #tell: ResizeObserverCallback
    constructor(notify: ResizeObserverCallback) {
      this.#tell = notify
    }
    observe(target: Element) {
      queueMicrotask(() => this.#tell([{ target } as ResizeObserverEntry], this as ResizeObserver))
    }
    unobserve() {
      return undefined
    }
    disconnect() {
      return undefined
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal(
    'DOMMatrixReadOnly',
    class {
      readonly m22 = 1
    },
  )
  const width = (element: HTMLElement) => (isCard(element) ? 320 : 2_400)
  const height = (element: HTMLElement) => (isCard(element) ? 200 : 1_600)
  for (const [side, measure] of [
    ['offsetWidth', width],
    ['clientWidth', width],
    ['offsetHeight', height],
    ['clientHeight', height],
  ] as const) {
    vi.spyOn(HTMLElement.prototype, side, 'get').mockImplementation(function (this: HTMLElement) {
      return measure(this)
    })
  }
}

function isCard(element: HTMLElement) {
  return element.classList.contains('react-flow__node')
}
