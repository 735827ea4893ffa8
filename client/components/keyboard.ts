/** Whether a key belongs to the field it was pressed in, so that single-key shortcuts must keep away. */
export function isTyping({ target }: { target: EventTarget | null }): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)
  )
}

/** A dialog or a menu is open: keys are its own. Joy keeps closed menus and drawers in the page, so those do not count. */
export function isOverlaid(): boolean {
  const open = '[role="dialog"], [role="alertdialog"], [aria-haspopup="menu"][aria-expanded="true"]'
  return [...document.querySelectorAll(open)].some((part) => getComputedStyle(part).visibility !== 'hidden')
}

/** A key pressed alone where nobody types and nothing lies over the page: it may mean a command. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = event
  return !(ctrlKey || metaKey || altKey || defaultPrevented || isTyping(event) || isOverlaid())
}
