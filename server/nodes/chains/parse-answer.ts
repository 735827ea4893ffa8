import { askModel } from '#server/engine/ask-model.ts'
import type { ChatModel, OutputParser } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'

/** Parses a model's reply. With `autofix`, the model gets one retry with its reply and the error. */
export async function parseAnswer(model: ChatModel, parser: OutputParser, text: string): Promise<Json> {
  try {
    return await parser.parse(text)
  } catch (error) {
    if (!parser.autofix || !(error instanceof AppError && error.code === 'MODEL_OUTPUT')) {
      throw error
    }
    const content = [
      'An answer was asked for with these instructions:',
      parser.instructions,
      'This was answered:',
      text,
      `It cannot be read: ${error.message}`,
      'Write the answer again so that it follows the instructions. Write nothing else.',
    ].join('\n\n')
    const fixed = await askModel(model, { messages: [{ role: 'user', content }] })
    return parser.parse(fixed.text)
  }
}
