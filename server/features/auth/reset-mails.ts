export type Letter = { subject: string; text: string }

// Both languages in one email, because the language is stored only in the user's browser.

export function resetLetter(link: string): Letter {
  return {
    subject: 'Reset your Flowtill password / parolanızı sıfırlayın',
    text: `An admin created a link for you to set a new password. It works once and expires in one hour:

${link}

If you did not request this, you can ignore this email.

—

Bir yönetici parolanızı sıfırlamanız için bir bağlantı oluşturdu. Bağlantı 1 saat geçerlidir ve bir kez kullanılabilir:

${link}

Bu işlemi beklemiyorsanız e-postayı dikkate almayın; parolanız değişmez.
`,
  }
}

export function forgotLetter(link: string): Letter {
  return {
    subject: 'Reset your Flowtill password / parolanızı sıfırlayın',
    text: `Set a new password with this link. It works once and expires in one hour:

${link}

If you did not request this, ignore this email. Your password stays the same.

—

Yeni parolanızı bu bağlantıyla belirleyin. Bağlantı 1 saat geçerlidir ve bir kez kullanılabilir:

${link}

Bu işlemi beklemiyorsanız e-postayı dikkate almayın; parolanız değişmez.
`,
  }
}

export function invitationLetter(link: string, username: string): Letter {
  return {
    subject: 'Flowtill: your account is ready / hesabınız hazır',
    text: `An admin created an account for you. Your username is ${username}. Choose a password with this link. It works once and expires in seven days:

${link}

—

Bir yönetici sizin için bir hesap açtı. Kullanıcı adınız: ${username}. Parolanızı bu bağlantıyla belirleyin. Bağlantı 7 gün geçerlidir ve bir kez kullanılabilir:

${link}
`,
  }
}
