import { useFileDrop } from '#client/components/use-file-drop.ts'
import type { Attachments } from './use-attachments.ts'

/** Files dragged onto the chat. While the chat accepts none, the page's default handling applies. */
export function useChatDrop({ types, add }: Pick<Attachments, 'types' | 'add'>, isDisabled: boolean) {
  const drop = useFileDrop((files) => add(files))
  return isDisabled || types.length === 0 ? { isOver: false, handlers: {} } : drop
}
