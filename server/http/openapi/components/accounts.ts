import { auditEntrySchema, auditPage } from '#shared/audit.ts'
import { deviceSessionSchema, loginInput, registerInput, sessionSchema, userSchema } from '#shared/auth.ts'
import { errorBodySchema } from '#shared/errors.ts'
import { fullProfileSchema, meSchema } from '#shared/profile.ts'
import { listedUserSchema } from '#shared/users.ts'
import { name } from './registry.ts'

name('Error', errorBodySchema, 'The body of every error.', {
  error: 'What went wrong, in a sentence for people.',
  message: 'The same sentence as `error`.',
  code: 'What went wrong, for programs.',
  statusCode: 'The HTTP status.',
  details: 'Sentences by field for invalid input; other facts by name.',
})
name('User', userSchema, 'An account.')
name('ListedUser', listedUserSchema, 'An account as administrators see it.', {
  balance: 'US dollars in the wallet.',
})
name('Profile', fullProfileSchema, 'Account and billing details of a user.')
name('CurrentUser', meSchema, 'The signed-in user.', {
  impersonator: 'The administrator who views as this user.',
})
name('Session', sessionSchema, 'A session and its user.', {
  token: 'Send it as `Authorization: Bearer <token>`.',
})
name('DeviceSession', deviceSessionSchema, 'A place where the user is signed in.')
name('Register', registerInput, 'An account to create.')
name('Login', loginInput, 'Credentials of a user.', { username: 'Username or email address.' })
name('AuditEntry', auditEntrySchema, 'One entry of the audit trail.')
name('AuditPage', auditPage, 'A page of the audit trail.')
