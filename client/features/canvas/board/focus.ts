/** Whether somebody is writing: then keys and the clipboard are the field's. */
export function isEditor(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** A dialog or a popup stands above the canvas. */
export function isCovered(): boolean {
  return (
    document.querySelector(
      '[role=dialog], [role=alertdialog], [role=menu], [data-popup]:not([role=status])',
    ) !== null
  )
}

/**
 * The canvas itself has the focus: it, a card or a wire, not something within a card. Only then may a key take nodes away.
 */
export function isCanvasFocused(room: HTMLElement | null): boolean {
  const active = document.activeElement
  if (!room || isCovered() || isEditor(active)) {
    return false
  }
  const isPart = active instanceof Element && room.contains(active)
  const isInner = isPart && active !== room && !active.matches('[data-node], .react-flow__edge, .port')
  return (isPart && !isInner) || active === document.body
}

/** The button of an open port has it: what is about that port may be asked for there, nothing that takes away. */
export function isOnOpenPort(room: HTMLElement | null): boolean {
  const active = document.activeElement
  return Boolean(room?.contains(active) && active?.matches('.connect-button') && !isCovered())
}
