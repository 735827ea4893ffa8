/** True when a field handles the key itself, so that single-key shortcuts must ignore it. */
function isTyping({ target }: { target: EventTarget | null }): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)
  )
}

/**
 * True while a dialog or a menu is open and handles keys. Joy keeps closed menus and drawers in the page, so those
 * do not count.
 */
export function isOverlaid(): boolean {
  const open = '[role="dialog"], [role="alertdialog"], [aria-haspopup="menu"][aria-expanded="true"]'
  return [...document.querySelectorAll(open)].some((part) => getComputedStyle(part).visibility !== 'hidden')
}

/** A single key without modifiers, outside text fields and overlays. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = event
  return !(ctrlKey || metaKey || altKey || defaultPrevented || isTyping(event) || isOverlaid())
}
