import type { StoreApi } from 'zustand/vanilla'

type Attribute = string | number | boolean | undefined | ((event: never) => unknown)
export type Child = Node | string | false | undefined

/** Creates an element. Attributes: functions listen (`onclick`), `true` is an empty one, `false` and `undefined` none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice('on'.length), value as (event: Event) => unknown)
    } else {
      setAttribute(element, name, value)
    }
  }
  element.append(...present(children))
  return element
}

export function setAttribute(
  element: Element,
  name: string,
  value: Exclude<Attribute, (...args: never) => unknown>,
) {
  if (value === undefined || value === false) {
    element.removeAttribute(name)
  } else {
    element.setAttribute(name, value === true ? '' : String(value))
  }
}

export function replaceChildren(element: Element, ...children: Child[]) {
  element.replaceChildren(...present(children))
}

function present(children: readonly Child[]) {
  return children.filter((child) => child !== false && child !== undefined)
}

/** Calls `apply` now and whenever the selected value changes, until the signal is aborted. */
export function watch<State, Value>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  signal: AbortSignal,
  select: (state: State) => Value,
  apply: (value: Value) => void,
) {
  let last = select(store.getState())
  const leave = store.subscribe((state) => {
    const value = select(state)
    if (!Object.is(value, last)) {
      last = value
      apply(value)
    }
  })
  signal.addEventListener('abort', leave)
  apply(last)
}

/** Renders children again only when one of the values has changed. The element has no box of its own. */
export function slot<Values extends readonly unknown[]>(render: (...values: Values) => readonly Child[]) {
  const element = h('div', { class: 'slot' })
  let last: Values | undefined
  function update(...values: Values) {
    const before = last
    if (!before || values.some((value, place) => !Object.is(value, before[place]))) {
      last = values
      replaceChildren(element, ...render(...values))
    }
  }
  return { element, update }
}
