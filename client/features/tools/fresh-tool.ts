import { usualColor } from './tool-file.ts'
import type { Edited } from './use-tool-form.ts'

export const freshTool: Edited = {
  name: '',
  description: '',
  color: usualColor,
  iconSrc: null,
  schema: '[]',
  func: '',
}
