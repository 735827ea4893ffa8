import type { Patterns } from '../match-sentence.ts'

/** Server sentences about runs of agent flows and their steps. */
export const agentRunPatterns: Patterns = {
  'The log of this run has no beginning.': 'Bu çalıştırmanın kaydının başı yok.',
  'This flow starts with a form. Send its values as form.':
    'Bu akış bir formla başlıyor. Değerlerini form olarak gönderin.',
  'This flow starts with a question, not with a form.': 'Bu akış formla değil, soruyla başlıyor.',
  'This flow is started by <name>, not by a prediction.': 'Bu akışı bir soru değil, <name> başlatır.',
  'This run is not waiting for this answer. Its state is <name>.':
    'Bu çalıştırma bu yanıtı beklemiyor. Durumu: <name>.',
  'Only arguments of the calls to approve can be changed.':
    'Yalnızca onaylanacak çağrıların parametreleri değiştirilebilir.',
  'The run has taken <count> steps, which is its limit.': 'Çalıştırma <count> adım sınırına ulaştı.',
  'The result is larger than 4 MB, which is the limit.': 'Sonuç 4 MB sınırını aşıyor.',
  'The steps of this run have stored 64 MB, which is the limit.':
    'Bu çalıştırmanın adımları 64 MB saklama sınırına ulaştı.',
  'The run waits for <count> answers, which is the limit.':
    'Çalıştırma <count> yanıt bekliyor; sınır bu kadar.',
  '<count> runs of this account wait for an answer, which is the limit. Answer or stop some of them.':
    'Bu hesabın <count> çalıştırması yanıt bekliyor; sınır bu kadar. Bazılarını yanıtlayın ya da durdurun.',
  '<label>: there are <count> items, and the limit is <most>.': '<label>: <count> öğe var, sınır <most>.',
  '<label> cannot be a step of an agent flow.': '<label>, bir ajan akışının adımı olamaz.',
  '<label>: this server has no <name>.': '<label>: bu sunucuda <name> yok.',
  '<label>: <name> cannot be used here.': '<label>: <name> burada kullanılamaz.',
  '<label>: <name> is not a chat model.': '<label>: <name> bir sohbet modeli değil.',
  '<label>: <name> is not a tool.': '<label>: <name> bir araç değil.',
  '<label>: <name> is not a vector store.': '<label>: <name> bir vektör deposu değil.',
  '<label>: <name> has several tools. Use an Agent for it.':
    '<label>: <name> birden çok araç içeriyor. Bunun için Ajan kullanın.',
  '<label>: <name> is not a usable regular expression.':
    '<label>: <name> kullanılabilir bir düzenli ifade değil.',
  '<label>: <name> is not an address.': '<label>: <name> bir adres değil.',
  '<label>: Array Input is not a JSON array.': '<label>: liste girdisi bir JSON dizisi değil.',
  '<label>: Body is not JSON.': '<label>: gövde JSON değil.',
  '<label>: a flow cannot run itself. Choose another one.':
    '<label>: bir akış kendisini çalıştıramaz. Başka bir akış seçin.',
  '<label>: no store to search is chosen.': '<label>: aranacak bir depo seçilmemiş.',
  '<label>: the model did not return a JSON object.': '<label>: model bir JSON nesnesi döndürmedi.',
  '<label>: the model chose none of the scenarios.': '<label>: model senaryolardan hiçbirini seçmedi.',

  // Issues of steps, before anything runs
  'A link leads from here into the start': 'Bu düğümden başlangıca giden bir bağlantı var',
  'A link from here crosses the border of an iteration':
    'Bu düğümden çıkan bir bağlantı yinelemenin sınırını aşıyor',
  'An iteration cannot be inside another one': 'Bir yineleme başka bir yinelemenin içinde olamaz',
  'Human Input cannot be inside an iteration': 'İnsan onayı bir yinelemenin içinde olamaz',
  'Loop Back To must name a node that leads to this one':
    'Dönülecek düğüm, bu düğüme ulaşan bir düğüm olmalı',
  'Choose a store to search': 'Aranacak bir depo seçin',
  '<field>: this server has no kind of node named <name>':
    '<field>: bu sunucuda <name> adlı bir düğüm türü yok',
  '<field>: <name> credential is required': '<field>: <name> kimlik bilgisi gerekli',
  '<field>: this server cannot run this yet': '<field>: bu sunucu bunu henüz çalıştıramıyor',
}
