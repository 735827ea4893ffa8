import { AppError } from '#shared/errors.ts'

type Letter = { to: string; subject: string; text: string }
/** Throws UPSTREAM_FAILED when the mail server does not accept the message. */
export type Mailer = (letter: Letter) => Promise<void>

const timeoutMs = 10_000

/** The operator configures the mail server and users cannot choose it, so the connection needs no SSRF protection. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  return async ({ to, subject, text }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(url, {
      from,
      // Paths and addresses in a mail are text, never fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    Object.assign(transport.options, {
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    })
    try {
      await transport.sendMail({ to: { address: to, name: '' }, subject, text })
    } catch (error) {
      throw new AppError('UPSTREAM_FAILED', 'The email could not be sent.', { cause: error })
    } finally {
      transport.close()
    }
  }
}
