import { defaultColor } from './tool-file.ts'
import type { Edited } from './use-tool-form.ts'

export const freshTool: Edited = {
  name: '',
  description: '',
  color: defaultColor,
  iconSrc: null,
  schema: '[]',
  func: '',
}
