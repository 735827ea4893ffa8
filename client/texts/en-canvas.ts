import { canvas } from './en/canvas.ts'
import { agent } from './en/canvas-agent.ts'
import { board } from './en/canvas-board.ts'
import { checklist } from './en/canvas-checklist.ts'
import { canvasFields } from './en/canvas-fields.ts'
import { canvasHabits } from './en/canvas-habits.ts'
import { canvasImport } from './en/canvas-import.ts'
import { outline } from './en/canvas-outline.ts'
import { parts } from './en/canvas-parts.ts'
import { canvasRun } from './en/canvas-run.ts'
import { canvasSpoken } from './en/canvas-spoken.ts'
import { canvasStart } from './en/canvas-start.ts'
import { canvasTools } from './en/canvas-tools.ts'
import { versions } from './en/canvas-versions.ts'
import { chat } from './en/chat.ts'
import { chatUploads } from './en/chat-uploads.ts'
import { chatVisitor } from './en/chat-visitor.ts'
import { nodes } from './en/nodes.ts'
import { enEntry } from './en-entry.ts'

/** Texts of a canvas and its chat, without those of dialogs and panels opened from it. */
export const enCanvas = {
  ...enEntry,
  /** Translation of a server message; English needs none. */
  translated: (_sentence: string): string | undefined => undefined,
  canvas,
  board,
  agent,
  checklist,
  outline,
  canvasFields,
  canvasHabits,
  canvasImport,
  canvasRun,
  parts,
  canvasSpoken,
  canvasStart,
  canvasTools,
  versions,
  nodes,
  chat,
  chatUploads,
  chatVisitor,
}
