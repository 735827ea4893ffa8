import { AppError } from '#shared/errors.ts'

type Call = { isShared: boolean; label: string }

/** For nodes whose author types in where they ask: a key of the house would be carried to a stranger. */
export function refuseSharedKey({ isShared, label }: Call) {
  if (isShared) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: A shared credential cannot be used with a custom URL. Choose your own credential.`,
    )
  }
}
