import { AppError } from '#shared/errors.ts'
import type { Step } from './plan-flow.ts'

export class NodeFailure extends AppError {
  readonly nodeId: string
  readonly label: string

  constructor({ id, label }: Pick<Step, 'id' | 'label'>, cause: unknown) {
    const { code, message, details } =
      cause instanceof AppError ? cause : new AppError('INTERNAL', 'Something went wrong on our side.')
    super(code, message, { details, cause: cause instanceof AppError ? cause.cause : cause })
    this.nodeId = id
    this.label = label
  }
}
