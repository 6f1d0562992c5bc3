// The 'swift' of this case answers without reading this.
