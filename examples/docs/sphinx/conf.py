project = "Figures in Sphinx"
html_theme = "furo"
html_js_files = ["/ringscope/embed.js"]
html_favicon = "../../../public/favicon.svg"
