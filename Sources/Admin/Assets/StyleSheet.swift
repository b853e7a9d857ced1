/// How the pages look: one sheet for light and dark, for narrow and wide windows.
enum StyleSheet {
    static let text = colours + frame + text_ + tables + forms + parts

    private static let colours = """
        :root{color-scheme:light dark;
        --paper:#fbfbf9;--card:#ffffff;--ink:#1b1d20;--muted:#585d65;--line:#dedfda;
        --edge:#7d828a;--accent:#0b57b8;--on-accent:#ffffff;--wash:#eef3fa;
        --good:#17663a;--good-wash:#e6f3ea;--warn:#7d5200;--warn-wash:#fbf0da;
        --bad:#ab1f17;--bad-wash:#fbe9e7;--quiet-wash:#eeeeea}
        @media (prefers-color-scheme:dark){:root{
        --paper:#14161a;--card:#1b1e23;--ink:#e7e9ec;--muted:#a3a9b2;--line:#30343b;
        --edge:#858b95;--accent:#8bbaff;--on-accent:#0d1726;--wash:#1e2a3b;
        --good:#7fd4a0;--good-wash:#17301f;--warn:#efc06a;--warn-wash:#33280f;
        --bad:#ff9d94;--bad-wash:#3a1a18;--quiet-wash:#262a30}}

        """

    private static let frame = """
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
        body{margin:0;background:var(--paper);color:var(--ink);
        font:1rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif}
        .skip{position:absolute;left:-999rem;top:0;padding:.5rem 1rem;background:var(--accent);
        color:var(--on-accent);z-index:1}
        .skip:focus{left:0}
        .top{border-bottom:1px solid var(--line);background:var(--card)}
        .bar,main,.foot{max-width:75rem;margin:0 auto;padding:0 1.25rem}
        .bar{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;min-height:3.25rem;
        padding-top:.25rem;padding-bottom:.25rem}
        .brand{margin:0;font-weight:650;letter-spacing:-.01em}
        .brand a{display:flex;align-items:center;gap:.5rem;color:inherit;text-decoration:none}
        .brand img{width:1.5rem;height:1.5rem}
        nav ul{display:flex;flex-wrap:wrap;gap:.25rem;margin:0;padding:0;list-style:none}
        .menu a{display:block;padding:.35rem .7rem;border-radius:.4rem;color:var(--muted);
        text-decoration:none}
        .menu a:hover{background:var(--quiet-wash);color:var(--ink)}
        .menu a[aria-current]{background:var(--wash);color:var(--accent);font-weight:600}
        .out{margin:0 0 0 auto}
        main{padding-top:1.75rem;padding-bottom:3rem}
        main:focus{outline:none}
        .foot{padding-bottom:2rem;color:var(--muted);font-size:.875rem}
        .foot p{margin:0;padding-top:1rem;border-top:1px solid var(--line);max-width:none}
        :focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.2rem}

        """

    private static let text_ = """
        h1{margin:0 0 .35rem;font-size:1.75rem;line-height:1.2;letter-spacing:-.02em;
        font-weight:650;overflow-wrap:anywhere}
        h2{margin:2.25rem 0 .75rem;font-size:1.2rem;line-height:1.3;letter-spacing:-.01em}
        h3{margin:1.25rem 0 .35rem;font-size:1rem}
        p{margin:.5rem 0;max-width:46rem}
        a{color:var(--accent);text-underline-offset:.15em}
        code,pre,.mono{font-family:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",
        monospace;font-size:.875em}
        code,.mono{overflow-wrap:anywhere}
        pre{margin:.75rem 0;padding:.9rem 1rem;border:1px solid var(--line);border-radius:.5rem;
        background:var(--card);overflow:auto;max-height:32rem;font-size:.84rem;line-height:1.5;
        tab-size:2}
        pre code{font-size:1em}
        .lead{color:var(--muted);margin-top:0}
        .muted{color:var(--muted)}
        .small{font-size:.875rem}
        dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.3rem 1.5rem;
        margin:.75rem 0}
        dt{color:var(--muted)}
        dd{margin:0;overflow-wrap:anywhere}
        ul.plain{margin:.5rem 0;padding-left:1.2rem}
        ol.rules{margin:.5rem 0;padding-left:1.6rem}
        ol.rules li{margin:.5rem 0}
        ol.rules li::marker{color:var(--muted);font-variant-numeric:tabular-nums}

        """

    private static let tables = """
        .scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;
        background:var(--card)}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
        caption{text-align:left;padding:.6rem .9rem;color:var(--muted);font-size:.875rem}
        th,td{padding:.5rem .9rem;text-align:left;vertical-align:baseline;
        border-top:1px solid var(--line)}
        thead th{border-top:0;font-size:.875rem;font-weight:600;color:var(--muted);
        white-space:nowrap}
        caption+thead th{border-top:1px solid var(--line)}
        tbody th{font-weight:500}
        tbody tr:hover{background:var(--quiet-wash)}
        td.number,th.number{text-align:right}
        .nowrap,td.mono{white-space:nowrap}
        .inset{padding:0 .9rem}
        thead a{color:inherit;text-decoration:none}
        thead a:hover{text-decoration:underline}
        thead th[aria-sort]{color:var(--ink)}
        .pages{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:1rem 0}

        """

    private static let forms = """
        form.fields{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:flex-end;
        margin:1.25rem 0}
        .field{display:flex;flex-direction:column;gap:.25rem;min-width:0}
        .field.wide{flex:1 1 20rem}
        label{font-size:.875rem;font-weight:600}
        input,select,button,.button{font:inherit;min-height:2.5rem;padding:.4rem .75rem;
        border-radius:.45rem;border:1px solid var(--edge);background:var(--card);
        color:var(--ink);max-width:100%}
        .field input{width:100%}
        ::placeholder{color:var(--muted);opacity:1}
        input[type=checkbox]{min-height:0;width:1.1rem;height:1.1rem;accent-color:var(--accent)}
        .check{display:flex;gap:.5rem;align-items:center}
        button,.button{cursor:pointer;font-weight:600;text-decoration:none}
        button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
        button:hover{filter:brightness(1.06)}
        button.plain{border-color:transparent;background:none;color:var(--muted);
        font-weight:400}
        button.plain:hover{color:var(--ink);background:var(--quiet-wash)}

        """

    private static let parts = """
        .badge{display:inline-block;padding:.05rem .55rem;border-radius:1rem;font-size:.84rem;
        font-weight:600;white-space:nowrap;background:var(--quiet-wash);color:var(--muted)}
        .badge.good{background:var(--good-wash);color:var(--good)}
        .badge.warn{background:var(--warn-wash);color:var(--warn)}
        .badge.bad{background:var(--bad-wash);color:var(--bad)}
        .note{margin:1rem 0;padding:.75rem 1rem;border-radius:.5rem;
        border:1px solid var(--line);border-left:.3rem solid var(--edge);background:var(--card);
        max-width:none}
        .note.good{border-left-color:var(--good)}
        .note.warn{border-left-color:var(--warn)}
        .note.bad{border-left-color:var(--bad)}
        .note p:first-child{margin-top:0}.note p:last-child{margin-bottom:0}
        .card{margin:1rem 0;padding:1rem 1.25rem;border:1px solid var(--line);
        border-radius:.6rem;background:var(--card)}
        .card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
        .narrow{max-width:26rem}
        figure{margin:1rem 0}
        figure svg{display:block;width:100%;height:auto}
        figcaption{color:var(--muted);font-size:.875rem}
        .picture{overflow-x:auto;padding:1rem;border:1px solid var(--line);border-radius:.6rem;
        background:var(--card)}
        .picture svg{min-width:42rem}
        .line text{font:13px system-ui,-apple-system,sans-serif;fill:var(--ink)}
        .line .name,.line .axis text{fill:var(--muted)}
        .line .axis line{stroke:var(--line)}
        .line .bar{fill:var(--quiet-wash);stroke:var(--edge)}
        .line .bar.odd{fill:var(--wash)}
        .line .bar.live{fill:var(--good-wash);stroke:var(--good)}
        .line .mark{font:12px ui-monospace,monospace}
        .line .fetch line{stroke:currentColor;stroke-width:3}
        .line .fetch circle{fill:currentColor}
        .line .fetch.good{color:var(--good)}
        .line .fetch.bad{color:var(--bad)}
        [hidden]{display:none!important}
        .diff ins,.diff del{display:block;text-decoration:none;padding:0 .5rem}
        .diff ins{background:var(--good-wash);color:var(--good)}
        .diff del{background:var(--bad-wash);color:var(--bad)}
        .diff span{display:block;padding:0 .5rem}
        @media (max-width:44rem){
        .bar,main,.foot{padding-left:1rem;padding-right:1rem}
        .wide-only{display:none}
        h1{font-size:1.4rem}
        th,td{padding:.45rem .7rem}
        dl{grid-template-columns:minmax(0,1fr);gap:.1rem}
        dd{margin-bottom:.5rem}
        .field,.field.wide{flex:1 1 100%}
        .bar{row-gap:.1rem}
        .menu{order:1;flex-basis:100%}
        .menu ul{gap:0}
        .menu a{padding:.35rem .4rem;font-size:.9rem}
        .cards,.cards tbody,.cards tr,.cards td{display:block}
        .cards thead{position:absolute;width:1px;height:1px;overflow:hidden;
        clip-path:inset(50%)}
        .cards tr{padding:.6rem .7rem;border-top:1px solid var(--line)}
        .cards tr:first-child{border-top:0}
        .cards td{position:relative;padding:.1rem 0 .1rem 4.25rem;border:0;white-space:normal;
        overflow-wrap:anywhere}
        .cards td::before{content:attr(data-label);position:absolute;left:0;color:var(--muted);
        font:.875rem/1.7 system-ui,sans-serif}}
        @media (prefers-reduced-motion:no-preference){
        tr.new{animation:arrive 2s ease-out}
        @keyframes arrive{from{background:var(--wash)}}}

        """
}
