export const style = `
:root{color-scheme:light dark;--page:light-dark(#fff,#0e1116);--side:light-dark(#f6f5f0,#12161d);--line:light-dark(#e3dfd3,#2d3440);
--text:light-dark(#1b1f27,#e9ebee);--quiet:light-dark(#555b66,#aab2be);--link:light-dark(#214a98,#8db1f5);--code:light-dark(#f1efe8,#1c222b);
--red:light-dark(#b3341d,#f07f68)}
*{box-sizing:border-box}[hidden]{display:none!important}
html{scroll-padding-top:72px}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.6 system-ui,sans-serif;display:grid;grid-template-columns:280px minmax(0,1fr);
grid-template-rows:56px auto}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;z-index:3;background:var(--page);padding:8px}
header{grid-column:1/-1;position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:24px;padding:0 24px;background:var(--page);
border-bottom:1px solid var(--line)}
.brand{font-weight:650;color:var(--text);white-space:nowrap}.search{margin-left:auto;width:320px;max-width:60%}.search span{position:absolute;clip-path:inset(50%);
width:1px;height:1px;overflow:hidden}
.search input{width:100%;height:36px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--side);color:inherit;font:inherit}
.menu{position:sticky;top:56px;height:calc(100vh - 56px);overflow-y:auto;padding:16px 24px 48px;background:var(--side);border-right:1px solid var(--line);font-size:14px}
.menu>summary{display:none}.menu ul{list-style:none;margin:0 0 8px;padding:0}.menu li a{display:block;padding:3px 0;color:var(--quiet)}
.chapter{margin:16px 0 4px;font-weight:600}.chapter a{color:var(--text)}
main{padding:32px 48px 96px;min-width:0}
h1{font-size:30px;line-height:1.2;margin:0 0 8px}h2{font-size:22px;margin:40px 0 8px}h3{font-size:18px;margin:0 0 4px}h3 a{color:inherit}
h4{font-size:12px;letter-spacing:.04em;text-transform:uppercase;color:var(--quiet);margin:24px 0 8px}h4 small{text-transform:none;letter-spacing:0}
p{margin:8px 0}.lead{color:var(--quiet)}.introduction{max-width:760px}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--code);padding:1px 4px;border-radius:4px;overflow-wrap:anywhere}
pre{margin:0;padding:14px 16px;background:var(--code);border:1px solid var(--line);border-radius:8px;overflow:auto;max-height:420px}
pre code{padding:0;background:none;overflow-wrap:normal}
.tag{margin-top:56px;padding-top:8px;border-top:1px solid var(--line)}
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,480px);gap:48px;padding:32px 0;border-top:1px solid var(--line);content-visibility:auto;
contain-intrinsic-size:auto 900px}
.tag>h2+p+.operation{border-top:0}
.words{max-width:720px;min-width:0}.samples{position:sticky;top:72px;align-self:start;min-width:0}.samples h4:first-child{margin-top:0}
.address{display:flex;gap:8px;align-items:baseline}.address code{background:none;padding:0}
.method{font:600 12px ui-monospace,monospace;color:light-dark(#146b3a,#5cc48c)}.POST{color:var(--link)}.PUT,.PATCH{color:light-dark(#7d5000,#e3a94a)}.DELETE{color:var(--red)}
.fields{margin:0;border-top:1px solid var(--line)}.fields>div{padding:8px 0;border-bottom:1px solid var(--line)}.fields dd{margin:2px 0 0;color:var(--quiet)}
.fields dt code{background:none;padding:0;font-weight:600}.type{color:var(--quiet);font-size:13px}.required{color:var(--red);font-size:12px}
.depth-1{padding-left:20px!important}.depth-2{padding-left:40px!important}.depth-3{padding-left:60px!important}
.limits{font-size:13px}.limits::first-letter{text-transform:uppercase}.media{margin:12px 0 4px}.or{color:var(--quiet)}
details summary{cursor:pointer;margin-top:20px;color:var(--quiet)}details ul{padding-left:18px}
.prose{border-collapse:collapse;width:100%;margin:12px 0;font-size:14px}.prose th,.prose td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;
border-bottom:1px solid var(--line)}
.schema{max-width:760px;padding:24px 0;border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 500px}
@media(max-width:1200px){.operation{grid-template-columns:minmax(0,1fr);gap:16px}.samples{position:static}}
@media(max-width:900px){body{display:block}header{height:56px;padding:0 16px;gap:12px}main{padding:20px 16px 64px}.menu{top:56px;height:auto;max-height:calc(100vh - 56px);padding:0 16px;
z-index:1;border-right:0;border-bottom:1px solid var(--line)}.menu>summary{display:block;margin:0;padding:12px 0}.menu nav{padding-bottom:24px}
html{scroll-padding-top:116px}h1{font-size:26px}.menu li a{padding:8px 0}}
@media print{header,.menu{display:none}body{display:block}.operation{content-visibility:visible}}
`
