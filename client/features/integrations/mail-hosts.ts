type Servers = Record<
  'imapHost' | 'imapPort' | 'imapSecurity' | 'smtpHost' | 'smtpPort' | 'smtpSecurity',
  string
>

const tls = { imapPort: '993', imapSecurity: 'tls', smtpPort: '465', smtpSecurity: 'tls' }
const starttls = { ...tls, smtpPort: '587', smtpSecurity: 'starttls' }

const google = { ...tls, imapHost: 'imap.gmail.com', smtpHost: 'smtp.gmail.com' }
const microsoft = { ...starttls, imapHost: 'outlook.office365.com', smtpHost: 'smtp.office365.com' }
const apple = { ...starttls, imapHost: 'imap.mail.me.com', smtpHost: 'smtp.mail.me.com' }
const yandex = { ...tls, imapHost: 'imap.yandex.com', smtpHost: 'smtp.yandex.com' }
const yahoo = { ...tls, imapHost: 'imap.mail.yahoo.com', smtpHost: 'smtp.mail.yahoo.com' }

const known: Readonly<Record<string, Servers>> = {
  ...{ 'gmail.com': google, 'googlemail.com': google },
  ...{ 'outlook.com': microsoft, 'hotmail.com': microsoft, 'live.com': microsoft },
  ...{ 'icloud.com': apple, 'me.com': apple, 'mac.com': apple },
  ...{ 'yandex.com': yandex, 'yandex.ru': yandex, 'yandex.com.tr': yandex, 'yahoo.com': yahoo },
  'fastmail.com': { ...tls, imapHost: 'imap.fastmail.com', smtpHost: 'smtp.fastmail.com' },
  'zoho.com': { ...tls, imapHost: 'imap.zoho.com', smtpHost: 'smtp.zoho.com' },
  'gmx.net': { ...starttls, imapHost: 'imap.gmx.net', smtpHost: 'mail.gmx.net' },
}

/** Of a provider that many people use, else what most others call their servers. */
export function guessServers(address: string): Partial<Servers> {
  const [, domain = ''] = /^[^@\s]+@([\w-]+(?:\.[\w-]+)+)$/.exec(address.toLowerCase()) ?? []
  return domain === ''
    ? {}
    : (known[domain] ?? { ...tls, imapHost: `imap.${domain}`, smtpHost: `smtp.${domain}` })
}
