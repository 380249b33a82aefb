"""ExtractValue and UpdateXML: documents as a server reads them, and its part of XPath 1.0."""
