import { withPoint } from './account.ts'
import { type PageTexts, pageTexts } from './page-texts.ts'
import { type Payment, withInstalments } from './payments.ts'
import { defaultCard, defaultTestCard, maskCard, type TestCard, testCards } from './test-cards.ts'

export type Typed = { values: Record<string, string>; issues: readonly string[] }

type View = { base: string; merchantName: string; payment: Payment }
type Rendering = View & { t: PageTexts; action: string; locale: string }

/** Most users need only the first cards. The rest are test cases for developers. */
const CARDS_SHOWN = 4

export function renderCardPage(view: View, typed?: Typed): string {
  const { payment, base } = view
  const { language, isDark } = payment.order
  const rendering: Rendering = {
    ...view,
    t: pageTexts[language],
    locale: language,
    action: `${base}/odeme/guvenli/${payment.token}`,
  }
  const content = payment.state === 'asked' ? renderQuestion(rendering) : renderCard(rendering, typed)
  return renderDocument(rendering, { language, isDark, content })
}

export function renderUnknownPage(base: string, language: 'tr' | 'en'): string {
  const t = pageTexts[language]
  const content = `<main class="narrow"><section class="panel"><h2 class="title">${t.unknown}</h2><p>${t.unknownNote}</p></section></main>`
  return renderDocument({ base, t }, { language, isDark: false, content })
}

type Frame = { language: 'tr' | 'en'; isDark: boolean; content: string }

function renderDocument({ base, t }: Pick<Rendering, 'base' | 't'>, { language, isDark, content }: Frame) {
  return `<!doctype html>
<html lang="${language}" data-scheme="${isDark ? 'dark' : 'light'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${isDark ? 'dark' : 'light'}">
<title>${t.secure}</title>
<link rel="stylesheet" href="${base}/static/page.css">
<script src="${base}/static/page.js" defer></script>
</head>
<body data-working="${t.working}">
<header><span class="lock">${lockIcon}</span><h1>${t.secure}</h1><span class="chip">${t.standIn}</span>
<p>${t.standInNote}</p></header>
${content}
</body>
</html>`
}

function renderCard(rendering: Rendering, typed?: Typed) {
  const { t, action, payment, locale } = rendering
  const values = typed?.values ?? {}
  const number = (values.card_number ?? defaultTestCard.number).replace(/\s/g, '')
  const field = (name: string, label: string, value: string, attributes: string) =>
    renderField({ name, label, value, attributes, issue: failureOf(t, name, typed?.issues) })
  const rows = testCards.map((card) => renderTestCard(card, t, card.number === number))
  return `<form method="post" action="${action}" class="columns" novalidate>
<main class="panel">
<fieldset class="cards"><legend>${t.testCards}</legend>
${rows.slice(0, CARDS_SHOWN).join('\n')}
<details${rows.slice(CARDS_SHOWN).some((row) => row.includes(' checked')) ? ' open' : ''}><summary>${t.more}</summary>
${rows.slice(CARDS_SHOWN).join('\n')}</details>
</fieldset>
<h2>${t.cardDetails}</h2>
<div class="fields">
${field('card_holder', t.holder, values.card_holder ?? defaultCard.holder, 'autocomplete="cc-name" maxlength="60"')}
${field('card_number', t.number, groupDigits(number), 'class="figure" autocomplete="cc-number" inputmode="numeric" maxlength="23"')}
${field('expiry', t.expiry, values.expiry ?? defaultCard.expiry, 'class="figure" autocomplete="cc-exp" inputmode="numeric" maxlength="5"')}
${field('cvc', t.cvc, values.cvc ?? defaultCard.cvc, 'class="figure" autocomplete="cc-csc" inputmode="numeric" maxlength="4"')}
${renderInstalments(rendering)}
</div>
</main>
<aside>
${renderReceipt(rendering)}
<div class="buttons">
<button type="submit" name="do" value="pay" class="solid">${t.pay} ${lira(payment.order.amount, locale)}</button>
<button type="submit" name="do" value="decline" class="plain">${t.decline}</button>
</div>
</aside>
</form>`
}

function renderQuestion(rendering: Rendering) {
  const { t, action, payment, locale } = rendering
  const failure = payment.wrongCodes > 0 ? t.wrongCodeTyped : undefined
  return `<form method="post" action="${action}/3d" class="columns" novalidate>
<main class="panel">
<h2 class="title">${t.verify}</h2>
<p>${t.verifyNote}</p>
<div class="sms"><span>${t.smsFrom}</span><p>${markCode(t.sms(payment.code ?? '', lira(payment.total, locale)), payment.code ?? '')}</p></div>
<div class="fields">
${renderField({ name: 'code', label: t.code, value: '', attributes: 'class="figure code" autocomplete="one-time-code" inputmode="numeric" maxlength="6" autofocus', issue: failure })}
</div>
</main>
<aside>
${renderReceipt(rendering)}
<div class="buttons">
<button type="submit" name="do" value="confirm" class="solid">${t.confirm}</button>
<button type="submit" name="do" value="cancel" class="plain">${t.cancel}</button>
</div>
</aside>
</form>`
}

type FieldView = { name: string; label: string; value: string; attributes: string; issue: string | undefined }

function renderField({ name, label, value, attributes, issue: failure }: FieldView) {
  const wrong = failure ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''
  return `<label class="field" data-name="${name}"><span>${label}</span>
<input name="${name}" value="${toHtml(value)}" required ${attributes}${wrong}>${
    failure ? `<em id="${name}-fault" role="alert">${failure}</em>` : ''
  }</label>`
}

function failureOf(t: PageTexts, name: string, failures: readonly string[] = []) {
  const sentences: Record<string, string> = {
    card_holder: t.badHolder,
    card_number: t.badNumber,
    expiry: t.badExpiry,
    cvc: t.badCvc,
  }
  return failures.includes(name) ? sentences[name] : undefined
}

function renderTestCard({ number, brand, does }: TestCard, t: PageTexts, isChosen: boolean) {
  return `<label class="card" data-does="${does}"><input type="radio" name="test_card" value="${number}"${isChosen ? ' checked' : ''}>
<span>${t[does]}</span><code>${brand} ·· ${number.slice(-4)}</code></label>`
}

function renderInstalments({ payment: { order }, t, locale }: Rendering) {
  if (order.maxInstalments === 1) {
    return ''
  }
  const choices = Array.from({ length: order.maxInstalments }, (_, index) => index + 1).map((count) => {
    const total = lira(withInstalments(order.amount, count), locale)
    return `<option value="${count}">${count === 1 ? t.single : `${count} × · ${total}`}</option>`
  })
  return `<label class="field"><span>${t.instalments}</span><select name="instalments">${choices.join('')}</select></label>`
}

function renderReceipt({ payment, t, merchantName, locale }: Rendering) {
  const { order, card, total, state } = payment
  const items = order.items.map(({ name, price, count }) =>
    renderLine(`${name}${count > 1 ? ` × ${count}` : ''}`, lira(toKurus(price) * count, locale)),
  )
  return `<section class="receipt" aria-label="${t.youPay}">
<dl>
${renderLine(t.merchant, toHtml(merchantName))}
${renderLine(t.order, `<code title="${order.oid}">${order.oid.slice(-8)}</code>`)}
${state === 'asked' && card ? renderLine(t.card, `<code>${maskCard(card.number).slice(-8)}</code>`) : ''}
${items.join('\n')}
</dl>
<p class="total"><span>${t.youPay}</span><strong>${lira(total, locale)}</strong></p>
</section>`
}

/** The label may be the shop's text and is escaped; the value is markup already. */
function renderLine(label: string, value: string) {
  return `<div><dt>${toHtml(label)}</dt><dd>${value}</dd></div>`
}

function markCode(sentence: string, code: string) {
  return toHtml(sentence).replace(code, `<b>${code}</b>`)
}

function toKurus(price: string) {
  const [integer = '', decimals = ''] = price.split('.')
  return Number(integer) * 100 + Number(decimals.padEnd(2, '0'))
}

/** `₺5,187.49` in English, `5.187,49 ₺` in Turkish, without floats. */
function lira(amount: number, locale: string): string {
  const [integer = '', decimals = ''] = withPoint(amount).split('.')
  const [thousands, point] = locale === 'tr' ? ['.', ','] : [',', '.']
  const figure = `${integer.replace(/\B(?=(\d{3})+$)/g, thousands)}${point}${decimals}`
  return locale === 'tr' ? `${figure}\u00a0₺` : `₺${figure}`
}

function groupDigits(digits: string) {
  return digits.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 ')
}

function toHtml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const lockIcon =
  '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/></svg>'
