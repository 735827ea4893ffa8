import type { errors as source } from '../en/errors.ts'

export const errors: typeof source = {
  byCode: {
    INVALID_INPUT: 'Bazı alanlar geçerli değil.',
    INVALID_FLOW: 'Bu akış bu hâliyle çalışamaz.',
    UNAUTHENTICATED: 'Devam etmek için giriş yapın.',
    SECOND_FACTOR_REQUIRED: 'Girişi tamamlamak için ikinci adımı doğrulayın.',
    INSUFFICIENT_FUNDS: 'Bakiyeniz yetersiz. Lütfen bakiye yükleyin.',
    FORBIDDEN: 'Bunu yapma yetkiniz yok.',
    NOT_FOUND: 'Bulunamadı ya da size ait değil.',
    STEP_UP_REQUIRED: 'Önce siz olduğunuzu doğrulayın, sonra yeniden deneyin.',
    SECOND_FACTOR_SETUP: 'Yönetici bu hesap için iki adımlı doğrulama istiyor. Devam etmek için kurun.',
    METHOD_NOT_ALLOWED: 'Sunucu bu isteği desteklemiyor.',
    REQUEST_TIMEOUT: 'İstek zamanında tamamlanmadı.',
    CHECKS_FAILED: 'Bir yayın denetimi başarısız.',
    CONFLICT: 'Zaten var ya da bu arada değişti.',
    NEEDS_APPROVAL:
      'Bu değişikliği başka bir yöneticinin onaylaması gerekiyor. Henüz hiçbir kayıt yapılmadı.',
    TOO_LARGE: 'Boyut sınırı aşıldı.',
    URI_TOO_LONG: 'Bu adres çok uzun.',
    UNSUPPORTED_MEDIA_TYPE: 'Sunucu bu biçimi desteklemiyor.',
    RATE_LIMITED: 'Çok fazla deneme yapıldı. Lütfen biraz bekleyip yeniden deneyin.',
    EXPECTATION_FAILED: 'Expect başlığı desteklenmiyor.',
    HEADERS_TOO_LARGE: 'İstek başlıkları çok büyük.',
    STOPPED: 'Bu işlem durduruldu.',
    INTERNAL: 'Bizim tarafımızda bir sorun oluştu.',
    UPSTREAM_FAILED: 'Dış hizmetten yanıt alınamadı.',
    RUN_LIMIT: 'Çalışma sınırlarından birine ulaştı.',
    MODEL_OUTPUT: 'Modelin yanıtı istenen biçimde değil.',
    UNAVAILABLE: 'Şu anda kullanılamıyor.',
    TIMED_OUT: 'Zaman aşımı: zamanında yanıt gelmedi.',
  },
  sentences: {
    'Use at least 3 characters': 'En az 3 karakter kullanın',
    'Use at most 32 characters': 'En fazla 32 karakter kullanın',
    'Use letters, digits, dots, _ and -': 'Harf, rakam, nokta, _ ve - kullanın (Türkçe harfler olmadan)',
    'Use at least 8 characters': 'En az 8 karakter kullanın',
    'Use at most 128 characters': 'En fazla 128 karakter kullanın',
    'Enter your username or email': 'Kullanıcı adınızı ya da e-postanızı girin',
    'Enter your password': 'Parolanızı girin',
    'Please enter a valid email address': 'Lütfen geçerli bir e-posta adresi girin',
    'Email address is too long (max 254 characters)': 'E-posta adresi çok uzun (en fazla 254 karakter)',
    'Email username part is too long (max 64 characters)':
      'E-postanın kullanıcı adı bölümü çok uzun (en fazla 64 karakter)',
    'Email cannot contain consecutive dots': 'E-postada art arda nokta olamaz',
    'Email username cannot start or end with a dot':
      'E-postanın kullanıcı adı bölümü nokta ile başlayamaz ya da bitemez',
    'Enter a name': 'Bir ad girin',
    'Use at most 255 characters': 'En fazla 255 karakter kullanın',
    'Write a question': 'Bir soru yazın',
    'Incorrect username or password.': 'Kullanıcı adı ya da parola yanlış.',
    'This password is used by too many people. Choose another one.':
      'Bu parola çok yaygın. Başka bir parola seçin.',
    'This password is too close to your name or to the name of this product. Choose another one.':
      'Bu parola adınıza ya da ürünün adına çok benziyor. Başka bir parola seçin.',
    'This username is taken.': 'Bu kullanıcı adı alınmış.',
    'There is already an account with this email.': 'Bu e-posta ile bir hesap zaten var.',
    'Registration is closed on this server. Ask an administrator for an account.':
      'Bu sunucuda kayıt kapalı. Hesap için bir yöneticiye başvurun.',
    'Somebody else registered at the same moment. Please try again.':
      'Aynı anda başka biri kaydoldu. Lütfen yeniden deneyin.',
    'This passkey was not accepted. Try again or use another way.':
      'Bu geçiş anahtarı kabul edilmedi. Yeniden deneyin ya da başka bir yol seçin.',
    'No passkey was used. Try again or use another way.':
      'Geçiş anahtarı kullanılmadı. Yeniden deneyin ya da başka bir yol seçin.',
    'This device already has a passkey for your account.': 'Bu cihazda hesabınızın geçiş anahtarı zaten var.',
    'Passkeys do not work in this browser or at this address.':
      'Geçiş anahtarları bu tarayıcıda ya da bu adreste çalışmıyor.',
    'This took too long. Start again.': 'Süre doldu. Baştan başlayın.',
    'Passkeys need a domain name. Open this server by its name, not by its IP address.':
      'Geçiş anahtarları bir alan adı ister. Sunucuyu IP adresiyle değil, adıyla açın.',
    'This is not your current password.': 'Mevcut parola hatalı.',
    'This flow does not exist.': 'Böyle bir akış yok.',
    'This credential does not exist.': 'Böyle bir kimlik bilgisi yok.',
    'An answer is still being written. Try again in a moment.':
      'Bir yanıt hâlâ yazılıyor. Birazdan yeniden deneyin.',
    'This execution does not exist.': 'Böyle bir çalıştırma yok.',
    'This execution is still running. Stop it, then delete it.':
      'Bu çalıştırma hâlâ sürüyor. Önce durdurun, sonra silin.',
    'This answer does not fit what the execution waits for.':
      'Bu yanıt, çalıştırmanın beklediği şeye uymuyor.',
    'This run does not exist.': 'Böyle bir çalıştırma yok.',
    'This conversation does not exist.': 'Böyle bir konuşma yok.',
    'An operator answers in this conversation.': 'Bu konuşmayı bir yetkili yanıtlıyor.',
    'Operators can take part in conversations with visitors only.':
      'Yetkililer yalnızca ziyaretçilerle olan konuşmalara katılabilir.',
    'The other servers could not be reached. Try again in a moment.':
      'Diğer sunuculara ulaşılamadı. Birazdan yeniden deneyin.',
    'Write a message': 'Bir mesaj yazın',
    'Write a note': 'Bir not yazın',
    'The flow has no ending. Add a chain or an agent that returns the answer.':
      'Akışın sonunda bir zincir ya da ajan olmalı.',
    'This node’s credential was deleted. Choose another one.':
      'Bu düğümün kimlik bilgisi silinmiş. Başka birini seçin.',
    'The flow timed out and was stopped.': 'Akış zaman aşımına uğradı ve durduruldu.',
    'The server is restarting. Try again in a moment.':
      'Sunucu yeniden başlatılıyor. Birazdan yeniden deneyin.',
    'This request is too large.': 'Bu istek fazla büyük.',
    'Only admins can do this.': 'Bunu yalnızca yöneticiler yapabilir.',
    'Insufficient balance. Please top up your wallet.': 'Bakiyeniz yetersiz. Lütfen bakiye yükleyin.',
    'Please enter a valid USD amount': 'Lütfen geçerli bir USD tutarı girin',
    'Please enter your address.': 'Lütfen adresinizi girin.',
    'All profile fields except VAT No are required.':
      'Vergi kimlik no dışındaki tüm profil alanları zorunludur.',
    'Enter a reason of at least 5 characters': 'En az 5 karakterlik bir gerekçe yazın',
    'User not found': 'Kullanıcı bulunamadı',
    'User does not have enough balance': 'Kullanıcının bakiyesi yeterli değil',
    'This entry does not exist.': 'Böyle bir kayıt yok.',
    'This entry is already reversed.': 'Bu kayıt için daha önce ters kayıt yapıldı.',
    'This entry takes another one back; post a new one instead.':
      'Bu kayıt zaten bir ters kayıttır; bunun yerine yeni bir kayıt girin.',
    'This payment does not exist.': 'Böyle bir ödeme yok.',
    'This payment has ended. Start a new one.': 'Bu ödeme sona erdi. Yeni bir ödeme başlatın.',
    'This payment is just being started. Please try again in a moment.':
      'Bu ödeme şu anda başlatılıyor. Lütfen biraz sonra yeniden deneyin.',
    'Card payments are not set up on this server.': 'Bu sunucuda kartla ödeme kurulu değil.',
    'No exchange rate is available yet. Try again in a minute.':
      'Henüz döviz kuru yok. Bir dakika sonra yeniden deneyin.',
    'The central bank gave no exchange rate.': 'Merkez Bankasından döviz kuru alınamadı.',
    'PayTR could not be reached. Please try again.': 'PayTR’ye ulaşılamadı. Lütfen yeniden deneyin.',
    'PayTR did not answer in time. Please try again.':
      'PayTR zamanında yanıt vermedi. Lütfen yeniden deneyin.',
    'Please select a country code': 'Lütfen bir ülke kodu seçin',
    'Invalid country code selected': 'Seçilen ülke kodu geçersiz',
    'Phone number is too short': 'Telefon numarası çok kısa',
    'Customer Name is required': 'Ad soyad gerekli',
    'Use at most 1,000 characters': 'En fazla 1.000 karakter kullanın',
    'Use at most 40 characters': 'En fazla 40 karakter kullanın',
    'Use at most 50 characters': 'En fazla 50 karakter kullanın',
    'This link is no longer valid. Request a new one.': 'Bu bağlantı artık geçerli değil. Yenisini isteyin.',
    'Invalid response from server': 'Sunucudan geçersiz yanıt geldi',
    'You cannot view as yourself.': 'Kendi hesabınızı bu yolla görüntüleyemezsiniz.',
    'You cannot view as another administrator.': 'Başka bir yönetici olarak görüntüleyemezsiniz.',
    'Something went wrong on our side.': 'Bizim tarafımızda bir sorun oluştu.',
    'Could not reach the server. Try again in a moment.': 'Sunucuya ulaşılamıyor. Birazdan yeniden deneyin.',
    'The request timed out.': 'Zaman aşımı: sunucu zamanında yanıt vermedi.',
    'The request was aborted.': 'İstek yarıda kesildi.',
  },
}
