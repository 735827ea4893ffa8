/** Translations of server messages that occur only after sign-in, by their English text. */
export const sentences: Record<string, string> = {
  'The owner of this flow decides about this call.': 'Bu çağrıya akışın sahibi karar verir.',
  'The central bank sent an unreadable bulletin.': 'Merkez Bankasının bülteni okunamadı.',
  'The called flow was stopped.': 'Çağrılan akış durduruldu.',
  'Enter a second factor to finish signing in: send challengeToken and code to POST /api/v1/auth/login/second-factor.':
    'Girişi tamamlamak için ikinci adımı doğrulayın: challengeToken ve code alanlarını POST /api/v1/auth/login/second-factor adresine gönderin.',
  'Enter the 6 digits your app shows': 'Uygulamanızın gösterdiği 6 rakamı girin',
  'Enter a recovery code': 'Bir kurtarma kodu girin',
  'Send either a code, a recovery code or a passkey': 'Bir kod, kurtarma kodu ya da geçiş anahtarı gönderin',
  'This code is wrong, expired or already used. Enter the one your app shows now.':
    'Bu kod yanlış, süresi dolmuş ya da kullanılmış. Uygulamanızın şu an gösterdiği kodu girin.',
  'This recovery code is wrong or has been used.': 'Bu kurtarma kodu yanlış ya da daha önce kullanılmış.',
  'This account has no passkey for this address.': 'Bu hesabın bu adres için geçiş anahtarı yok.',
  'An account can have 20 passkeys. Remove one first.':
    'Bir hesapta en fazla 20 geçiş anahtarı olabilir. Önce birini kaldırın.',
  'This account has no second factor. Confirm with your password.':
    'Bu hesapta iki adımlı doğrulama yok. Parolanızla doğrulayın.',
  'This account has a second factor. Confirm with that instead of the password.':
    'Bu hesapta iki adımlı doğrulama açık. Parola yerine onunla doğrulayın.',
  'This account has a second factor, so its password alone is not accepted here. Use an API key instead.':
    'Bu hesapta iki adımlı doğrulama açık; burada yalnızca parola kabul edilmez. Bunun yerine bir API anahtarı kullanın.',
  'Only a signed-in session can be confirmed.': 'Yalnızca açık bir oturum doğrulanabilir.',
  'An authenticator app is set up already. Remove it first.':
    'Doğrulama uygulaması zaten kurulu. Önce onu kaldırın.',
  'No authenticator app is set up. Start again.': 'Kurulu bir doğrulama uygulaması yok. Baştan başlayın.',
  'Set up an authenticator app or a passkey first.':
    'Önce bir doğrulama uygulaması ya da geçiş anahtarı kurun.',
  'A second factor is required of you. Add another one before you remove this one.':
    'Sizden iki adımlı doğrulama isteniyor. Bunu kaldırmadan önce bir başkasını ekleyin.',
  'This user has no second factor.': 'Bu kullanıcıda iki adımlı doğrulama yok.',
  'Set up your own second factor before you require one.':
    'Zorunlu kılmadan önce kendi iki adımlı doğrulamanızı kurun.',
  'This second factor does not exist.': 'Böyle bir doğrulama yöntemi yok.',
  'Confirm that it is you, then try again.': 'Önce siz olduğunuzu doğrulayın, sonra yeniden deneyin.',
  'An administrator requires a second factor of this account. Set one up to continue.':
    'Yönetici bu hesap için iki adımlı doğrulama istiyor. Devam etmek için kurun.',
  'Enter a name': 'Bir ad girin',
  'Use at most 60 characters': 'En fazla 60 karakter kullanın',
  'A field of this notification is there twice.': 'Bu bildirimde bir alan iki kez var.',
  'Your last import is still running. Wait until it has finished.':
    'Son içe aktarmanız sürüyor. Bitmesini bekleyin.',
  'A notification comes as a form.': 'Bildirim form olarak gelir.',
  'A procedure is asked in application/json.': 'Yordamlar application/json olarak çağrılır.',
  'Enter an amount in USD, for example 0.50': 'USD tutarı girin, örneğin 0.50',
  'Enter a whole number from 1 to 50,000': '1 ile 50.000 arasında tam sayı girin',
  'Enter whole days, from 1 to 3,650 (ten years)': 'Tam gün girin: 1 ile 3.650 (on yıl) arası',
  'Enter whole minutes, from 1 to 1,440 (one day)': 'Tam dakika girin: 1 ile 1.440 (bir gün) arası',
  'The server stopped repeatedly while it worked on this step, so the run was ended. Check the size of its data.':
    'Sunucu bu adımda arka arkaya durduğu için çalıştırma sona erdirildi. Verisinin boyutunu kontrol edin.',
  'This run has no such step.': 'Bu çalıştırmada böyle bir adım yok.',
  'This run has not ended yet.': 'Bu çalıştırma henüz bitmedi.',
  'This run was stopped.': 'Bu çalıştırma durduruldu.',
  'Built-in tools of a provider cannot be used with a shared credential. Choose your own credential or remove them.':
    'Sağlayıcının yerleşik araçları paylaşılan kimlik bilgisiyle kullanılamaz. Kendi kimlik bilginizi seçin ya da araçları kaldırın.',
  'A shared credential cannot be used with a custom URL. Clear the base path or choose your own credential.':
    'Paylaşılan kimlik bilgisi kendi adresinizle kullanılamaz. Temel adres alanını boşaltın ya da kendi kimlik bilginizi seçin.',
  'Enter the address of the server, such as https://models.example.com/v1.':
    'Sunucunun adresini girin, örneğin https://models.example.com/v1.',
  'Enter the key.': 'Anahtarı girin.',
  'Use dollars per million tokens, such as 0.25': 'Milyon token başına dolar yazın, örneğin 0.25',
  'The default model uses this credential. Choose another default model first.':
    'Varsayılan model bu kimlik bilgisini kullanıyor. Önce başka bir varsayılan model seçin.',
  'This server has no default model yet. An administrator can connect one under Credentials.':
    'Bu sunucunun henüz varsayılan modeli yok. Bir yönetici Kimlik bilgileri sayfasından bağlayabilir.',
  'Choose a shared credential of a service with chat models.':
    'Sohbet modeli olan bir hizmetin paylaşılan kimlik bilgisini seçin.',
  'A static variable needs a value': 'Sabit değişkenin bir değeri olmalı',
  'This is more than one administrator may change in a day (ADMIN_DAILY_MAX_USD), and there is no other administrator to approve it.':
    'Bu, bir yöneticinin bir günde değiştirebileceği tutarı aşıyor (ADMIN_DAILY_MAX_USD) ve onaylayacak başka bir yönetici yok.',
  'Another administrator must approve this change: it is above what one may change in a day (ADMIN_DAILY_MAX_USD). Nothing has been posted yet.':
    'Bu değişikliği başka bir yöneticinin onaylaması gerekiyor: bir yöneticinin bir günde değiştirebileceği tutarı aşıyor (ADMIN_DAILY_MAX_USD). Henüz hiçbir kayıt yapılmadı.',
  'Another administrator must decide about this change.': 'Bu değişikliğe başka bir yönetici karar vermeli.',
  'Whoever asked for this change is no longer an administrator. Reject it.':
    'Bu değişikliği isteyen kişi artık yönetici değil. Değişikliği reddedin.',
  'Another administrator rejected this change.': 'Bu değişikliği başka bir yönetici reddetti.',
  'This change has expired without an approval.': 'Bu değişikliğin süresi onaylanmadan doldu.',
  'This change has been decided or has expired.': 'Bu değişiklik için karar verilmiş ya da süresi dolmuş.',
  'This change does not exist.': 'Böyle bir değişiklik yok.',
  'Send a JSON object.': 'Bir JSON nesnesi gönderin.',
  'Send the body as application/json.': 'Gövdeyi application/json olarak gönderin.',
  'Send this setting as JSON text': 'Bu ayarı JSON metni olarak gönderin',
  'The Host header is required.': 'Host başlığı zorunludur.',
  'The URL is too long.': 'Adres çok uzun.',
  'The Expect header is not supported.': 'Expect başlığı desteklenmiyor.',
  'The JSON of this request is nested too deeply.': 'Bu istekteki JSON fazla iç içe.',
  'The body is not valid UTF-8.': 'Gövde geçerli UTF-8 değil.',
  'The client has gone away.': 'İstemci bağlantıyı kapattı.',
  'The input variables are nested too deeply.': 'Girdi değişkenleri fazla iç içe.',
  'This is not a flow file: it is not a JSON object.':
    'Bu bir akış dosyası değil: bir JSON nesnesi içermiyor.',
  'This is not a flow file: it is nested too deeply.': 'Bu bir akış dosyası değil: fazla iç içe.',
  'This is not a valid HTTP request.': 'Bu geçerli bir HTTP isteği değil.',
  'This request contains a value that cannot be stored.': 'Bu istek saklanamayan bir değer içeriyor.',
  'Too many documents are waiting to be read. Try again in a moment.':
    'Okunmayı bekleyen çok fazla belge var. Birazdan yeniden deneyin.',
  'Too many attempts. Wait a moment and try again.':
    'Çok fazla deneme yapıldı. Biraz bekleyip yeniden deneyin.',
  'This flow has not been published yet.': 'Bu akış henüz yayımlanmadı.',
  'This flow was changed elsewhere since you opened it.':
    'Siz açtıktan sonra bu akış başka bir yerde değiştirildi.',
  'This version does not exist any more.': 'Bu sürüm artık yok.',
  'This credential was deleted. Choose another one.': 'Bu kimlik bilgisi silinmiş. Başka birini seçin.',
  'The model returned an empty answer. Try again or choose another model.':
    'Model boş yanıt döndürdü. Yeniden deneyin ya da başka bir model seçin.',
  'The model did not return a plan. Try again or choose another model.':
    'Model bir plan döndürmedi. Yeniden deneyin ya da başka bir model seçin.',
  'The model planned no step that can be added here. Say it in other words, or choose another model.':
    'Model, buraya eklenebilecek bir adım planlamadı. Başka sözcüklerle anlatın ya da başka bir model seçin.',
  'The answer was too long and was cut off. Ask for less or choose another model.':
    'Yanıt çok uzun olduğu için kesildi. Daha azını isteyin ya da başka bir model seçin.',
  'Describe what it should do': 'Ne yapması gerektiğini yazın',
  'Use at most 4,000 characters': 'En fazla 4.000 karakter kullanın',
  'Use at most 120 characters': 'En fazla 120 karakter kullanın',
  'Use at most 200 characters': 'En fazla 200 karakter kullanın',
  'This answer does not exist.': 'Böyle bir yanıt yok.',
  'This question has been asked already.': 'Bu soru daha önce soruldu.',
  'Use 16 to 64 letters, digits, hyphens and underscores':
    '16 ile 64 arasında harf, rakam, kısa çizgi ve alt çizgi kullanın',
  'Enter a color such as #2A5BB8': '#2A5BB8 gibi bir renk girin',
  'Use at most 5,000 characters': 'En fazla 5.000 karakter kullanın',
  'Files cannot be stored or read at the moment. Try again in a minute.':
    'Dosyalar şu anda saklanamıyor ya da okunamıyor. Bir dakika sonra yeniden deneyin.',
  'This flow’s storage for visitor files is full. Try again tomorrow.':
    'Bu akışın ziyaretçi dosyaları için ayrılan alanı dolu. Yarın yeniden deneyin.',
  'The conversations of this flow hold as many files as a flow may keep.':
    'Bu akışın konuşmalarındaki dosyalar sınıra ulaştı.',
  'Too many files. Please wait a little and send them again.':
    'Çok sık deneniyor. Lütfen biraz bekleyip yeniden deneyin.',
  'No speech was recognized in this recording.': 'Kayıtta konuşma algılanamadı.',
  'This flow does not accept voice messages. Send text.':
    'Bu akış sesli mesaj kabul etmiyor. Yazılı mesaj gönderin.',
  'The speech credential was deleted. Choose another one in the flow’s configuration.':
    'Ses tanıma kimlik bilgisi silinmiş. Akışın ayarlarından başka birini seçin.',
  'Speech to text needs the address of the LocalAI server.':
    'Konuşmayı yazıya dökmek için LocalAI sunucusunun adresi gerekli.',
  'The Azure Speech credential needs a region, such as westeurope.':
    'Azure Speech kimlik bilgisinin westeurope gibi bir bölgesi olmalı.',
  'Traces to an address of your own need a credential of your own.':
    'Kendi adresinize giden izler için kendi kimlik bilginiz gerekir.',
  'Traces need an address that begins with https://.': 'İzler için https:// ile başlayan bir adres gerekli.',
  'Choose a picture in PNG, JPEG or WebP.': 'PNG, JPEG ya da WebP dosyası seçin.',
  'Choose a range of days as from=YYYY-MM-DD and to=YYYY-MM-DD.':
    'Gün aralığını from=YYYY-AA-GG ve to=YYYY-AA-GG olarak seçin.',
  'Choose at least one permission': 'En az bir izin seçin',
  'Enter a whole number': 'Bir tam sayı girin',
  'Enter dollars, with at most 6 decimals': 'Dolar tutarı girin; en fazla 6 ondalık',
  'Enter dollars per million tokens, with at most 6 decimals':
    'Milyon token başına dolar girin; en fazla 6 ondalık',
  'Use at most 20 use cases': 'En fazla 20 kullanım alanı yazın',
  'Invalid Imported File': 'İçe aktarılan dosya geçersiz',
  'It holds a key named __proto__.': '__proto__ adında bir anahtar içeriyor.',
  'Each kind is true or false.': 'Her tür için true ya da false yazılır.',
  'It holds too many values.': 'Çok fazla değer içeriyor.',
  'It is nested too deeply.': 'İç içe yapısı çok derin.',
  'It is not valid JSON.': 'Geçerli bir JSON değil.',
  'Charges and payments are paused while the ledger is checked. Try again later.':
    'Hesap kayıtları kontrol ediliyor; şu anda ödeme ya da tahsilat yapılamaz.',
  'Only a paid payment can be refunded.': 'Yalnızca ödenmiş bir ödeme iade edilebilir.',
  'Only a rate can be accepted.': 'Yalnızca bir kur kabul edilebilir.',
  'Only admins can share credentials.': 'Kimlik bilgilerini yalnızca yöneticiler paylaşabilir.',
  'Others are importing at the moment. Please try again in a minute.':
    'Şu anda başkaları içe aktarıyor. Lütfen bir dakika sonra yeniden deneyin.',
  'Describe what you found (at least 5 characters)': 'Ne bulduğunuzu en az 5 karakterle yazın',
  'Sign in to continue.': 'Devam etmek için giriş yapın.',
  'Your data changed while the file was being read. Import it again.':
    'Dosya okunurken verileriniz değişti. Yeniden içe aktarın.',
  'The caller went away.': 'İstek iptal edildi.',
  'The latest release could not be looked up.': 'Son sürüm öğrenilemedi.',
  'The range ends before it begins': 'Aralık başlamadan bitiyor',
  'The sandbox may call nothing but the address it was given.':
    'Test ortamı yalnızca kendisine verilen adresi çağırabilir.',
  'The server sent a packed answer, which was not asked for.':
    'Sunucu, istenmediği hâlde sıkıştırılmış bir yanıt gönderdi.',
  'The database sent more than we are willing to read.': 'Veritabanının yanıtı çok büyük.',
  'The server sent more than we are willing to read.': 'Sunucunun yanıtı çok büyük.',
  'The signature of this notification is wrong.': 'Bu bildirimin imzası yanlış.',
  'There is no picture.': 'Fotoğraf yok.',
  'There is nothing here.': 'Burada bir şey yok.',
  'This API key does not exist.': 'Böyle bir API anahtarı yok.',
  'This API key lacks the permission flows:ask.': 'Bu API anahtarının flows:ask izni yok.',
  'This flow needs an API key.': 'Bu akış bir API anahtarı istiyor.',
  'This Idempotency-Key was already used for another payment.':
    'Bu Idempotency-Key başka bir ödeme için kullanıldı.',
  'This Idempotency-Key was already used for another refund.':
    'Bu Idempotency-Key başka bir iade için kullanıldı.',
  'This Idempotency-Key was already used for something else.':
    'Bu Idempotency-Key başka bir şey için kullanıldı.',
  'This already exists.': 'Bu zaten var.',
  'This assistant does not exist.': 'Böyle bir asistan yok.',
  'This case does not exist.': 'Böyle bir inceleme yok.',
  'This case holds no bulletin that could be accepted.': 'Bu incelemede kabul edilebilecek bir bülten yok.',
  'This case is closed already.': 'Bu inceleme zaten kapatıldı.',
  'This file is larger than 50 MB.': 'Bu dosya 50 MB sınırını aşıyor.',
  'This file needs more memory than an import may have.':
    'Bu dosya, içe aktarmaya ayrılandan fazla bellek gerektiriyor.',
  'This hold does not exist.': 'Böyle bir bloke yok.',
  'This hold was already closed.': 'Bu bloke zaten kapatıldı.',
  'This is less than a kuruş.': 'Bu tutar bir kuruştan az.',
  'This is more than $0.60 per minute: confirm it if it is meant.':
    'Dakika başına 0,60 $’ı aşıyor. Doğruysa onaylayın.',
  'This is more than $1,000 per million characters: confirm it if it is meant.':
    'Milyon karakter başına 1.000 $’ı aşıyor. Doğruysa onaylayın.',
  'This is more than $1,000 per million tokens. Prices are per million, not per token: confirm it if it is meant.':
    'Milyon token başına 1.000 $’ı aşıyor. Fiyatlar token başına değil, milyon token başına girilir. Doğruysa onaylayın.',
  'This is no cursor of a page.': 'Sayfa imleci geçersiz.',
  'This is no notification of a payment.': 'Bu bir ödeme bildirimi değil.',
  'This is not a flow file: it is not valid JSON.': 'Bu bir akış dosyası değil: geçerli bir JSON değil.',
  'You cannot do this while viewing as another user.':
    'Başka bir kullanıcı olarak görüntülerken bu yapılamaz.',
  'This endpoint is disabled.': 'Bu uç nokta kapalı.',
  'This is the last admin. Make another user an admin first.':
    'Sistemdeki son yönetici bu hesap. Önce başka birini yönetici yapın.',
  'This link is no longer valid. Request a new one.': 'Bu bağlantı artık geçerli değil. Yenisini isteyin.',
  'This server sends no email. Ask an admin for a reset link.':
    'Bu sunucu e-posta göndermiyor. Bir yöneticiden sıfırlama bağlantısı isteyin.',
  'This page does not exist. Please load the list again.': 'Bu sayfa yok. Lütfen listeyi yeniden yükleyin.',
  'This reference was already used for something else.': 'Bu başvuru başka bir şey için kullanıldı.',
  'Invalid CSRF token or origin. Reload the page and try again.':
    'CSRF tokenı ya da isteğin kaynağı geçersiz. Sayfayı yenileyip yeniden deneyin.',
  'This session has ended already.': 'Bu oturum zaten kapatıldı.',
  'This tool does not exist.': 'Böyle bir araç yok.',
  'Use at most 100,000 characters': 'En fazla 100.000 karakter kullanın',
  'This tool was deleted.': 'Bu araç silindi.',
  'This source was deleted.': 'Bu kaynak silindi.',
  'Choose a model.': 'Bir model seçin.',
  'Write instructions.': 'Talimat yazın.',
  'Add an assistant first: what its instructions cost is shown with it.':
    'Önce bir asistan ekleyin: talimatların maliyeti onunla birlikte gösterilir.',
  'This user does not exist.': 'Böyle bir kullanıcı yok.',
  'This variable does not exist.': 'Böyle bir değişken yok.',
  'The Idempotency-Key must have 1 to 255 characters.': 'Idempotency-Key 1 ile 255 karakter arasında olmalı.',
  'SQLite files are read only from the databases folder of this server’s data folder.':
    'SQLite dosyaları yalnızca bu sunucunun veri klasöründeki databases klasöründen okunur.',
  'This credential was sealed with another key. Enter its values again.':
    'Bu kimlik bilgisi başka bir anahtarla mühürlenmiş. Değerlerini yeniden girin.',
  'This user has a card payment in progress. Try again when it has been paid or has expired, after 40 minutes at most.':
    'Bu kullanıcının süren bir kart ödemesi var. Ödendiğinde ya da süresi dolduğunda, en geç 40 dakika sonra yeniden deneyin.',
  'Use letters, digits and _, not starting with a digit': 'Harf, rakam ve _ kullanın; rakamla başlamasın',
  'Use at most 32,000 characters': 'En fazla 32.000 karakter kullanın',
  'You are not viewing as anybody.': 'Şu anda başka bir kullanıcı olarak görüntülemiyorsunuz.',
  'You cannot do this to your own account.': 'Bunu kendi hesabınıza yapamazsınız.',
  'A file needs a name.': 'Dosyanın bir adı olmalı.',
  'A flow cannot call itself or a flow that is waiting for it.':
    'Bir akış kendisini ya da yanıtını bekleyen bir akışı çağıramaz.',
  'An assistant needs an OpenAI or Azure OpenAI credential of your own.':
    'Asistan için kendi OpenAI ya da Azure OpenAI kimlik bilginiz gerekir.',
  'Custom MCP: the address ("url") of the server is missing.': 'Özel MCP: sunucunun adresi ("url") eksik.',
  'Custom MCP: the configuration is not JSON.': 'Özel MCP: yapılandırma JSON değil.',
  'Custom MCP: this server starts no programs. Give the address of an MCP server.':
    'Özel MCP: bu sunucu program başlatmaz. Bir MCP sunucusunun adresini verin.',
  'Only nodes that lead to the answer can be run.': 'Yalnızca yanıta giden düğümler çalıştırılabilir.',
  'Pinecone did not say where this index stands.': 'Pinecone bu dizinin nerede olduğunu bildirmedi.',
  'Say what the template is to be made of: chatflowId or tool.':
    'Şablonun neden yapılacağını belirtin: chatflowId ya da tool.',
  'Say what to search for.': 'Ne aranacağını yazın.',
  'The Redis did not answer in time.': 'Redis zamanında yanıt vermedi.',
  'The address must be like postgres://user:password@host:5432/database.':
    'Adres şuna benzemeli: postgres://user:password@host:5432/database.',
  'The code or its inputs are longer than a script may be.': 'Kod ya da girdileri bir betik için fazla uzun.',
  'The database answered with too much.': 'Veritabanının yanıtı çok büyük.',
  'The database took too long to answer.': 'Veritabanı zamanında yanıt vermedi.',
  'Select files of Google Drive or enter the ID of a folder.':
    'Google Drive dosyalarını seçin ya da bir klasörün kimliğini yazın.',
  'FireCrawl needs a search query.': 'FireCrawl için bir arama sorgusu yazın.',
  'FireCrawl needs the URL of a page.': 'FireCrawl için bir sayfanın URL’sini yazın.',
  'FireCrawl could not read the pages. Check the URL and try again.':
    'FireCrawl sayfaları okuyamadı. URL’yi kontrol edip yeniden deneyin.',
  'FireCrawl did not start the job. Try again in a moment.':
    'FireCrawl işi başlatmadı. Birazdan yeniden deneyin.',
  'Apify could not read the pages. Look at the run in the Apify console.':
    'Apify sayfaları okuyamadı. Çalıştırmayı Apify konsolunda inceleyin.',
  'it takes too much memory': 'çok fazla bellek gerektiriyor',
  'The embedding model did not give one vector for each text.':
    'Gömme modeli her metin için bir vektör döndürmedi.',
  'The embedding model gave vectors of different lengths.':
    'Gömme modeli farklı uzunlukta vektörler döndürdü.',
  'The file in this flow is too large.': 'Bu akıştaki dosya çok büyük.',
  'The headers are not a JSON object.': 'Başlıklar bir JSON nesnesi değil.',
  'The input variables are not a JSON object.': 'Girdi değişkenleri bir JSON nesnesi değil.',
  'The email could not be sent.': 'E-posta gönderilemedi.',
  'The private key in the Google credential cannot be read.':
    'Google kimlik bilgisindeki özel anahtar okunamıyor.',
  'The region or the project of the Google credential is not valid.':
    'Google kimlik bilgisindeki bölge ya da proje geçerli değil.',
  'The chosen branch ends without a chain or agent. Connect one to every output of the branching node.':
    'Seçilen dalın sonunda yanıt verecek bir zincir ya da ajan yok.',
  'A setting of this OpenAI assistant is outside its limits.':
    'Bu OpenAI asistanının bir ayarı sınırların dışında.',
  'The instance name of this Azure credential is not valid. Enter the part of its address before .openai.azure.com.':
    'Bu Azure kimlik bilgisindeki kaynak adı geçerli değil. Adresin .openai.azure.com öncesindeki bölümünü girin.',
  'This OpenAI assistant is incomplete. Choose its credential and model under Assistants, OpenAI.':
    'Bu OpenAI asistanı eksik. Kimlik bilgisini ve modelini Asistanlar, OpenAI altında seçin.',
  'This assistant has no credential, so nothing can be deleted at OpenAI. Choose one, or delete it only here.':
    'Bu asistanın kimlik bilgisi yok, bu yüzden OpenAI’de bir şey silinemez. Bir kimlik bilgisi seçin ya da yalnızca buradan silin.',
  'Use an id of OpenAI': 'OpenAI’nin bir kimliğini kullanın',
  'This is no OpenAPI description: it has no paths.':
    'Bu bir OpenAPI tanımı değil: hiç yol (paths) içermiyor.',
  'This template does not exist.': 'Böyle bir şablon yok.',
  'This part does not exist.': 'Böyle bir parça yok.',
  'Choose at least one node to keep as a part.': 'Parça olarak saklamak için en az bir düğüm seçin.',
  'A node is twice in this part.': 'Bu parçada bir düğüm iki kez var.',
  'A part has at most 200 nodes.': 'Bir parçada en fazla 200 düğüm olabilir.',
  'You can keep at most 100 parts. Delete one first.':
    'En fazla 100 parça saklayabilirsiniz. Önce birini silin.',
  'This part is too large to keep.': 'Bu parça saklanamayacak kadar büyük.',
  'Too many scripts are waiting to run. Try again in a moment.':
    'Çalışmayı bekleyen çok fazla betik var. Biraz sonra yeniden deneyin.',
  'Say what the tool is for': 'Aracın ne işe yaradığını yazın',
  'Use lower case letters, digits and _, not starting with a digit':
    'Küçük harf, rakam ve _ kullanın; rakamla başlamasın',
  'A file comes as data:<type>;base64,<bytes>.': 'Bir dosya data:<tür>;base64,<baytlar> biçiminde gelir.',
  'An upload of the type url needs an address that begins with https://.':
    'url türünde bir yükleme, https:// ile başlayan bir adres ister.',
  'This file type is not allowed.': 'Bu dosya türüne izin verilmiyor.',
  'Name chatflowId, chatId and fileName.': 'chatflowId, chatId ve fileName değerlerini belirtin.',
  'Send the files as multipart/form-data.': 'Dosyaları multipart/form-data olarak gönderin.',
  'The form could not be read.': 'Form okunamadı.',
  'The file’s extension does not match its content.': 'Dosyanın uzantısı içeriğiyle uyuşmuyor.',
  'There is no file in this request.': 'Bu istekte dosya yok.',
  'There is no such file.': 'Böyle bir dosya yok.',
  'These files are too many or too large.': 'Dosya sayısı ya da boyutu sınırı aşıyor.',
  'This flow does not accept documents.': 'Bu akış belge kabul etmiyor.',
  'This flow does not accept this file type.': 'Bu akış bu dosya türünü kabul etmiyor.',
  'Too many questions. Please wait a little and ask again.':
    'Çok sık deneniyor. Lütfen biraz bekleyip yeniden deneyin.',
  'There is no such store in this flow.': 'Bu akışta böyle bir depo yok.',
  'This flow has no vector store to upsert.': 'Bu akışta doldurulabilecek bir vektör deposu yok.',
  'Write the address of a web page': 'Bir web sayfasının adresini yazın',
  'Use at most 500 characters': 'En fazla 500 karakter kullanın',
  'Use at most 10 prompts': 'En fazla 10 soru yazın',
  'Enter a whole number from 1 to 1,000,000': '1 ile 1.000.000 arasında bir tam sayı girin',
  'Enter whole seconds, from 1 to 86,400 (one day)': '1 ile 86.400 (bir gün) arasında tam saniye girin',
  'Enter the message for the limit': 'Sınıra ulaşıldığında ne yazacağını girin',
  'Enter an address without a path, like https://shop.example.com':
    'https://shop.example.com gibi, yol içermeyen bir adres girin',
  'This address is already in the list': 'Bu adres zaten listede',
  'Choose a credential': 'Bir kimlik bilgisi seçin',
  'Choose a model': 'Bir model seçin',
  'Write {history} where the conversation is to stand': 'Konuşmanın yer alacağı yere {history} yazın',
  'Enter a number from 0 to 1': '0 ile 1 arasında bir sayı girin',
  'Enter an address that begins with https://': 'https:// ile başlayan bir adres girin',
  'Choose one of the list': 'Listeden birini seçin',
  'Choose at least one kind of file': 'En az bir dosya türü seçin',
  'Write the function, or switch this off': 'İşlevi yazın ya da bu ayarı kapatın',
  'That is not JSON.': 'Bu, JSON değil.',
  'Weaviate Metadata Keys must be a JSON list of names.':
    'Weaviate Metadata Keys, adlardan oluşan bir JSON listesi olmalı.',
  'Choose a voice': 'Bir ses seçin',
  'Choose a voice of ElevenLabs in the settings of the flow.':
    'Akışın ayarlarında ElevenLabs seslerinden birini seçin.',
  'Choose at least one field': 'En az bir alan seçin',
  'Fill in at least one field.': 'En az bir alanı doldurun.',
  'Please fill in this field': 'Lütfen bu alanı doldurun',
  'Please enter a valid phone number': 'Lütfen geçerli bir telefon numarası girin',
  'Use at most 254 characters': 'En fazla 254 karakter kullanın',
  'Name the flow as chatflowid.': 'Akışı chatflowid alanında belirtin.',
  'The body names another flow than the address.': 'Gövdede, adrestekinden başka bir akış belirtilmiş.',
  'The voice does not stop speaking.': 'Ses çok uzun.',
  'This answer has no text to read.': 'Bu yanıtta okunacak metin yok.',
  'This answer does not exist in this conversation.': 'Bu konuşmada böyle bir yanıt yok.',
  'This answer has been rated already.': 'Bu yanıt zaten değerlendirilmiş.',
  'This flow does not collect contact details.': 'Bu akış iletişim bilgisi toplamıyor.',
  'This flow asks for no ratings.': 'Bu akış değerlendirme istemiyor.',
  'This flow does not read its answers aloud.': 'Bu akış yanıtlarını sesli okumuyor.',
  'This rating does not exist.': 'Böyle bir değerlendirme yok.',
  'Too many requests. Wait a moment and try again.':
    'Çok sık deneniyor. Lütfen biraz bekleyip yeniden deneyin.',
  'Too many requests to read aloud. Wait a moment.':
    'Çok sık deneniyor. Lütfen biraz bekleyip yeniden deneyin.',
  'SQLite files are read only from the databases folder of this server.':
    'SQLite dosyaları yalnızca bu sunucunun veritabanı klasöründen okunur.',
  'This chatbot is not available right now.': 'Bu sohbet botu şu anda kullanılamıyor.',
  'This draft does not exist.': 'Böyle bir taslak yok.',
  'No draft is available right now. Write the reply yourself.':
    'Şu anda taslak hazırlanamıyor. Yanıtı kendiniz yazın.',
  'The payment is not as it was ordered. An administrator looks into it.':
    'Ödeme, siparişle uyuşmuyor. Bir yönetici inceliyor.',
  'The account was removed before the payment arrived. Refund it at PayTR.':
    'Ödeme gelmeden önce hesap silinmiş. PayTR üzerinden iade edin.',
  'Only admins can import this.': 'Bunu yalnızca yöneticiler içe aktarabilir.',
  'You are viewing as somebody else already.': 'Zaten başka bir kullanıcı olarak görüntülüyorsunuz.',
  'This site is not allowed to ask this flow.': 'Bu sitenin bu akışa soru sorma izni yok.',
  'The card page could not be opened.': 'Kart sayfası açılamadı.',
  'This bulletin is dated in the future and cannot be put into force.':
    'Bu bültenin tarihi gelecekte, yürürlüğe konamaz.',
  'This bulletin sells dollars for less than it buys them and cannot be put into force.':
    'Bu bültende satış kuru alış kurundan düşük, yürürlüğe konamaz.',
  'This bulletin is too far from the one before.': 'Bu bülten öncekinden çok farklı.',
  'The server was restarted while this answer was being written. Please ask again.':
    'Bu yanıt yazılırken sunucu yeniden başlatıldı. Lütfen yeniden sorun.',
  'An answer of this user is still being written. Please try again in a minute.':
    'Bu kullanıcının bir yanıtı hâlâ yazılıyor. Lütfen bir dakika sonra yeniden deneyin.',
  'GitHub accepts no more requests at the moment. A credential raises the limit.':
    'GitHub şu anda daha fazla istek kabul etmiyor. Kimlik bilgisi sınırı yükseltir.',
  'The body is not a JSON object.': 'Gövde bir JSON nesnesi değil.',
  'The Google credential must be the JSON key file of a service account.':
    'Google kimlik bilgisi, bir hizmet hesabının JSON anahtar dosyası olmalı.',
  'The transcript could not be made.': 'Ses yazıya dökülemedi.',
  'Files can be sent to visitors of a chatbot or a channel only.':
    'Dosyalar yalnızca sohbet botu ya da kanal ziyaretçilerine gönderilebilir.',

  // Tools of MCP servers
  'Enter the secrets again: they were stored for another address.':
    'Gizli değerleri yeniden girin: başka bir adres için saklanmışlardı.',
  'Enter the whole address: a part of it is hidden.': 'Adresin tamamını girin: bir bölümü gizli.',
  'Pipedream MCP: an app slug has small letters, digits, - and _ only.':
    'Pipedream MCP: uygulama kısa adında yalnızca küçük harf, rakam, - ve _ bulunur.',
  'Pipedream MCP: a user ID has letters, digits and . _ @ + - only.':
    'Pipedream MCP: kullanıcı kimliğinde yalnızca harf, rakam ve . _ @ + - bulunur.',
  'Give thought, nextThoughtNeeded, thoughtNumber and totalThoughts.':
    'thought, nextThoughtNeeded, thoughtNumber ve totalThoughts değerlerini verin.',
  'This is not the id of an object at OpenAI.': 'Bu, OpenAI’deki bir nesnenin kimliği değil.',
  'Supergateway MCP: give --streamableHttp or --sse with a URL. This server starts no programs.':
    'Supergateway MCP: --streamableHttp ya da --sse ile bir URL verin. Bu sunucu program başlatmaz.',
  'This MCP server does not exist.': 'Bu MCP sunucusu yok.',
  'This sign-in was replaced or took too long. Authorize the server again.':
    'Bu oturum yenilendi ya da çok uzun sürdü. Sunucuyu yeniden yetkilendirin.',

  // Flows as tools of MCP clients
  'This flow is not offered to MCP clients.': 'Bu akış MCP istemcilerine sunulmuyor.',
  'The token is missing or wrong.': 'Token eksik veya yanlış.',
  'Send one JSON-RPC message.': 'Tek bir JSON-RPC mesajı gönderin.',
  'Use 1 to 64 letters, digits, _ or -': '1–64 harf, rakam, _ veya - kullanın',
  'Describe what the flow does and when to ask it': 'Akışın ne yaptığını ve ne zaman sorulacağını açıklayın',

  // Schedules and webhooks
  'This flow is not listening.': 'Bu akış dinlemiyor.',
  'This delivery has been received before.': 'Bu gönderim daha önce alındı.',
  'This webhook needs a signature.': 'Bu webhook imza istiyor.',
  'The signature of this webhook is not valid.': 'Bu webhook’un imzası geçerli değil.',
  'This webhook was signed too long ago.': 'Bu webhook çok önce imzalanmış.',
  'Choose when the schedule runs.': 'Zamanlamanın ne zaman çalışacağını seçin.',
  'The end date of the schedule is not a date.': 'Zamanlamanın bitiş tarihi geçerli bir tarih değil.',
  'A schedule runs at most once a minute.': 'Bir zamanlama en fazla dakikada bir çalışır.',
  'The schedule has ended.': 'Zamanlama sona erdi.',
  'Only agent flows can start by a schedule or a webhook.':
    'Yalnızca ajan akışları zamanlama ya da webhook ile başlayabilir.',
  'The published version starts with a question.': 'Yayındaki sürüm bir soruyla başlıyor.',
  'Another process has taken over this job.': 'Bu işi başka bir süreç devraldı.',
  'The body is not valid JSON.': 'Gövde geçerli bir JSON değil.',
  'Use at most 100 characters': 'En fazla 100 karakter kullanın',
  'Use letters, digits and hyphens': 'Harf, rakam ve tire kullanın',
  // Document stores and upserts
  'A chunk needs text': 'Parçanın metni boş olamaz',
  'A document store cannot call flows.': 'Bir belge deposu akış çağıramaz.',
  'A running upsert cannot be deleted. Cancel it first.':
    'Süren bir yazma işlemi silinemez. Önce iptal edin.',
  'A source is read at most every 15 minutes.': 'Bir kaynak en fazla 15 dakikada bir okunur.',
  'An estimate reads no other servers.': 'Tahmin için başka sunuculara bağlanılmaz.',
  'A source is read without models. Choose a loader and splitter that call none.':
    'Kaynaklar model kullanılmadan okunur. Model çağırmayan bir yükleyici ve bölücü seçin.',
  'Add questions to the test set first.': 'Önce sınama kümesine soru ekleyin.',
  'Enter a question': 'Bir soru yazın',
  'Error during upsert operation': 'Dizine yazılırken hata oluştu',
  'Only an index on this server can be deleted here. Delete the data of another vector store there.':
    'Buradan yalnızca bu sunucudaki bir dizin silinebilir. Başka bir vektör deposunun verisini kendi sisteminde silin.',
  'Reading was cancelled.': 'Okuma iptal edildi.',
  'Some chunks are not embedded yet. Upsert again.': 'Bazı parçalar henüz gömülmedi. Yeniden dizine yazın.',
  'The preview took longer than a minute. Process the source instead.':
    'Önizleme bir dakikayı aştı. Bunun yerine kaynağı işleyin.',
  'The server is restarting.': 'Sunucu yeniden başlıyor.',
  'The upsert was cancelled.': 'Yazma işlemi iptal edildi.',
  'This chunk does not exist any more.': 'Bu parça artık yok.',
  'This chunk has changed since you opened it. Reload it, or save again to overwrite.':
    'Bu parça siz açtıktan sonra değişti. Yeniden yükleyin ya da üzerine yazmak için tekrar kaydedin.',
  'This document store does not exist.': 'Böyle bir belge deposu yok.',
  'This file does not exist.': 'Böyle bir dosya yok.',
  'This job does not exist.': 'Böyle bir iş yok.',
  'This source does not exist.': 'Böyle bir kaynak yok.',
  'This source has been removed or read again meanwhile.': 'Bu kaynak bu arada silindi ya da yeniden okundu.',
  'Removing was interrupted. Remove it again.': 'Silme yarıda kaldı. Yeniden silin.',
  'This source is being read. Wait until it has ended, or cancel it.':
    'Bu kaynak okunuyor. Bitmesini bekleyin ya da iptal edin.',
  'This store has no chunks to describe yet.': 'Bu depoda henüz anlatılacak bir parça yok.',
  'This upsert does not exist.': 'Böyle bir yazma işlemi yok.',
  'Upsert cancelled by user': 'Kullanıcı iptal etti',
  // Document pools
  'A file may have at most 50 MB.': 'Bir dosya en fazla 50 MB olabilir.',
  'Embedding was cancelled.': 'Dizine yazma iptal edildi.',
  'Enter a text': 'Bir metin yazın',
  'Enter a valid URL, such as https://example.com.': 'https://example.com gibi geçerli bir adres yazın.',
  'No text was found.': 'Metin bulunamadı.',
  'Only a file can be replaced by a file.': 'Bir dosyanın yerine yalnızca bir dosya konabilir.',
  'Only a website can be read again on a schedule.':
    'Yalnızca web siteleri düzenli aralıklarla yeniden okunabilir.',
  'Only the text of a text source can be replaced.': 'Yalnızca metin kaynaklarının metni değiştirilebilir.',
  'Pools read PDF, Word, Excel, PowerPoint, CSV, HTML, Markdown, EPUB, JSON and text files. Save this file as one of them.':
    'Havuzlar PDF, Word, Excel, PowerPoint, CSV, HTML, Markdown, EPUB, JSON ve metin dosyalarını okur. Dosyayı bu biçimlerden birinde kaydedin.',
  'Read at least 1 page': 'En az 1 sayfa okuyun',
  'Read at most 500 pages': 'En fazla 500 sayfa okuyun',
  'Send the part as application/octet-stream.': 'Parçayı application/octet-stream olarak gönderin.',
  'The file is empty': 'Dosya boş',
  'This document pool does not exist.': 'Böyle bir belge havuzu yok.',
  'This part is larger than the rest of the file. Begin the upload again.':
    'Bu parça dosyanın kalanından büyük. Yüklemeyi yeniden başlatın.',
  'This part of the file is empty.': 'Dosyanın bu parçası boş.',
  'This pool has 1,000 sources, the most it can hold. Remove some, or start another pool.':
    'Bu havuz 1.000 kaynakla dolu. Birkaçını silin ya da yeni bir havuz açın.',
  'This server has no embedding model yet. An administrator can share a credential of OpenAI, Google, Mistral or Cohere.':
    'Bu sunucuda henüz bir gömme modeli yok. Bir yönetici OpenAI, Google, Mistral ya da Cohere için bir kimlik bilgisi paylaşabilir.',
  'This upload does not exist any more. Begin it again.': 'Bu yükleme artık yok. Yeniden başlatın.',
  'Use at most 1,000,000 characters': 'En fazla 1.000.000 karakter kullanın',
  'Use at most 2,000 characters': 'En fazla 2.000 karakter kullanın',
  'Use at most 8,000 characters': 'En fazla 8.000 karakter kullanın',
  'A flow answers for this account already. Disconnect it first.':
    'Bu hesap için zaten bir akış yanıtlıyor. Önce onun bağlantısını kesin.',
  'Enter a valid email address.': 'Geçerli bir e-posta adresi girin.',
  'Enter the name of a server, such as imap.example.com.': 'imap.example.com gibi bir sunucu adı girin.',
  'Enter a port, such as 993.': '993 gibi bir port girin.',
  'Enter the password.': 'Parolayı girin.',
  'Use one line.': 'Tek satır yazın.',
  'Passwords are sent over encrypted connections only. Choose TLS or STARTTLS.':
    'Parolalar yalnızca şifreli bağlantılarla gönderilir. TLS veya STARTTLS seçin.',
  'The mail server has closed the connection.': 'Posta sunucusu bağlantıyı kapattı.',
  'The account could not be read.': 'Hesap okunamadı.',
  'Another process reads this account.': 'Bu hesabı başka bir süreç okuyor.',
  'A header contains a line break.': 'Bir başlıkta satır sonu var.',
  'This sender has written too often. The message was not answered.':
    'Bu gönderen çok sık yazdı. Mesaj yanıtlanmadı.',
  'A token looks like 123456789:AAE… Copy it from BotFather.':
    'Bir token 123456789:AAE… gibi görünür. BotFather’dan kopyalayın.',
  'Another process writes this answer.': 'Bu yanıtı başka bir süreç yazıyor.',
  'Another system receives the messages of this bot.': 'Bu botun mesajlarını başka bir sistem alıyor.',
  'This channel is paused. Resume it first.': 'Bu kanal duraklatıldı. Önce sürdürün.',
  'No flow answers for this channel yet.': 'Bu kanalda henüz hiçbir akış yanıt vermiyor.',
  'Choose a conversation of this channel.': 'Bu kanalın bir konuşmasını seçin.',
  'Copy the signing secret from the basic information of your app.':
    'İmza anahtarını uygulamanızın Basic information bölümünden kopyalayın.',
  'Enter a valid URL, such as https://example.com/flowtill.':
    'https://example.com/flowtill gibi geçerli bir adres girin.',
  'Enter the app secret.': 'Uygulama gizli anahtarını girin.',
  'Enter the number that Meta shows, digits only.': 'Meta’nın gösterdiği numarayı yalnızca rakamlarla girin.',
  'The verify token is not the one of this channel.': 'Doğrulama token’ı bu kanalınki değil.',
  'This channel does not exist.': 'Böyle bir kanal yok.',
  'Use at most 1,000 characters': 'En fazla 1.000 karakter kullanın',
  'Use the bot token of the app. It begins with xoxb-.':
    'Uygulamanın bot token’ını kullanın. xoxb- ile başlar.',
  'Write a message': 'Bir mesaj yazın',
  'An evaluation compares versions of one flow': 'Bir değerlendirme tek bir akışın sürümlerini karşılaştırır',
  'Choose at least one version': 'En az bir sürüm seçin',
  'Choose the data set to run before publishing.': 'Yayımlamadan önce çalıştırılacak veri kümesini seçin.',
  'Enter JSON text': 'JSON metni girin',
  'Enter a JSON schema': 'JSON şeması girin',
  'Enter a pattern': 'Bir desen girin',
  'Patterns in a JSON schema are not supported. Add a regular expression.':
    'JSON şemasındaki desenler desteklenmiyor. Düzenli ifade ekleyin.',
  'Say why': 'Nedenini yazın',
  'The credential of the judge was deleted. Choose another one.':
    'Hakemin kimlik bilgisi silinmiş. Başka birini seçin.',
  'The model of this node cannot be replaced.': 'Bu düğümün modeli değiştirilemez.',
  'The run was interrupted.': 'Çalıştırma yarıda kaldı.',
  'The server stopped repeatedly while it worked on this row.':
    'Sunucu bu satır üzerinde çalışırken art arda durdu.',
  'This JSON schema cannot be read.': 'Bu JSON şeması okunamıyor.',
  'This data set belongs to no flow, so it has no conversations.':
    'Bu veri kümesi bir akışa bağlı değil, bu yüzden konuşması yok.',
  'This data set does not exist.': 'Bu veri kümesi yok.',
  'This data set has no evaluators. Choose at least one.':
    'Bu veri kümesinin değerlendiricisi yok. En az birini seçin.',
  'This data set has no rows. Add some first.': 'Bu veri kümesinde satır yok. Önce satır ekleyin.',
  'This evaluation does not exist.': 'Bu değerlendirme yok.',
  'This evaluation is running. Stop it first.': 'Bu değerlendirme çalışıyor. Önce durdurun.',
  'This evaluator does not exist.': 'Bu değerlendirici yok.',
  'This file has no rows.': 'Bu dosyada satır yok.',
  'This is not a regular expression': 'Bu bir düzenli ifade değil',
  'This row has no answer yet.': 'Bu satırın henüz yanıtı yok.',
  'This row does not exist.': 'Bu satır yok.',
  'This score does not exist.': 'Bu puan yok.',
  'This version was run with the models of its flow.': 'Bu sürüm akışın kendi modelleriyle çalıştırıldı.',
  'Write the code': 'Kodu yazın',
  'Write the rubric': 'Değerlendirme ölçütünü yazın',
  'The publish checks have not been run with exactly this version. Run them first.':
    'Yayın denetimleri tam bu sürümle çalıştırılmadı. Önce çalıştırın.',
  'A publish check failed: the answers are worse than those of the published version.':
    'Bir yayın denetimi başarısız: yanıtlar yayındaki sürümünkinden kötü.',
  'A publish check failed: the answers cost too much.': 'Bir yayın denetimi başarısız: yanıtlar çok pahalı.',
  'A publish check failed: the answers take too long.':
    'Bir yayın denetimi başarısız: yanıtlar çok uzun sürüyor.',
  'The flow waits for a person, and nobody answers in an evaluation.':
    'Akış bir kişiyi bekliyor; değerlendirmede yanıtlayan olmaz.',
}
